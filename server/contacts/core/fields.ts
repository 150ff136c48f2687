import type { Static } from 'typebox'
import { addressPart, count, country, date, flag, foreignId, gender, mail, phone, score, text } from './field_kinds.ts'

// The fields of a contact, each in one place. The wire schema, columns, reads and writes, search attributes, headers of files, merges, erasure,
// documentation and the SDK derive from these two tables. ARCHITECTURE.md says how to add a field. The order is that of exported files.

/** An index of contact_index is in the order of these texts. */
const sorted = { sorted: true } as const

export const contactFields = {
  external_id: text({
    about: 'The id of the person in another system of yours.',
    example: 'crm-2048',
    headers:
      'external id, id, identifiant, id externe, identifiant externe, reference, ref, numero adherent, member id, membership number, external key',
  }),
  firstname: text({
    headers: 'firstname, first name, prenom, prenoms, given name, forename, first',
    search: sorted,
  }),
  surname: text({
    headers: 'surname, nom, nom de famille, last name, lastname, family name, nom de naissance, nom usuel, name, last',
    search: sorted,
  }),
  married_name: text({
    about: 'Name by marriage, where it is used beside the family name.',
    example: '',
    headers: 'married name, nom marital, nom d usage, nom d epouse, nom d epoux',
  }),
  gender: gender({
    about: '`M`, `F` or `O`; empty if unknown.',
    example: 'F',
    headers: 'gender, sexe, genre, civilite, sex, title, titre',
  }),
  birthdate: date({
    headers:
      'birthdate, date de naissance, birth date, date of birth, dob, naissance, ne le, nee le, ne e le, born at, birthday, anniversaire',
  }),
  age_category: count({
    about: 'Age category; 0 if unknown.',
    example: 0,
    headers: 'age category, categorie d age, tranche d age',
  }),
  birth_city: text({
    about: 'Town of birth.',
    example: 'Grenoble',
    headers: 'birth city, ville de naissance, lieu de naissance, commune de naissance, birthplace, place of birth',
  }),
  birth_country: country({
    about: 'A country code such as FR, or empty.',
    example: 'FR',
    headers: 'birth country, pays de naissance, country of birth',
  }),
  birth_dept: text({ about: 'Department or district of birth.', example: '38', search: false }),
  nationality: text({
    about: 'Nationality, as a country code or in words.',
    example: 'FR',
    headers: 'nationality, nationalite',
  }),
  mail: mail({
    headers:
      'mail, email, e mail, courriel, adresse mail, adresse email, adresse e mail, adresse courriel, email address, mail address, mel',
  }),
  mobile: phone({
    headers:
      'mobile, portable, telephone portable, tel portable, telephone mobile, tel mobile, gsm, cell, cell phone, mobile phone, ' +
      'numero de portable, mobile number',
  }),
  mobile_invalid: flag({
    about: 'Not a telephone number, or marked by hand as one that does not work.',
    example: false,
    follows: 'mobile',
  }),
  phone: phone({
    headers:
      'phone, telephone, tel, fixe, telephone fixe, tel fixe, landline, home phone, phone number, numero de telephone, telephone domicile',
  }),
  phone_invalid: flag({
    about: 'Not a telephone number, or marked by hand as one that does not work.',
    example: false,
    follows: 'phone',
  }),
  black_list: flag({
    headers:
      'black list, blacklist, liste noire, desinscrit, desabonne, ne pas contacter, opt out, opted out, unsubscribed, ' +
      'do not contact, do not email',
  }),
  nationbuilderid: foreignId({
    about: 'Id of this person in NationBuilder; null if there is none.',
    example: 48213,
    search: false,
  }),
}

/** The parts of the address, by column. */
export const addressFields = {
  house_number: addressPart({
    names: ['house_number', 'housenumber'],
    headers: 'house number, housenumber, numero, n, numero de rue, numero de voie, street number, no',
  }),
  street: addressPart({
    headers:
      'street, rue, voie, adresse, address, adresse 1, adresse postale, street address, nom de voie, address line 1, nom de la voie',
  }),
  addition: addressPart({
    headers: 'addition, complement, complement d adresse, adresse 2, address 2, address line 2, complement adresse',
  }),
  building: addressPart({ headers: 'building, batiment, residence, bat' }),
  building_type: addressPart({ search: false }),
  floor: addressPart({ headers: 'floor, etage' }),
  door: addressPart({ headers: 'door, porte, appartement, apt, appt, flat, apartment' }),
  infos: addressPart({ headers: 'infos, info, informations d adresse' }),
  postal_code: addressPart({
    names: ['postal_code', 'postalcode'],
    headers: 'postal code, code postal, cp, zip, zip code, postcode, zipcode, postalcode, codepostal',
    search: sorted,
  }),
  city_code: addressPart({
    names: ['citycode'],
    headers: 'city code, citycode, code insee, insee, code commune',
  }),
  city: addressPart({ headers: 'city, ville, commune, town, localite', search: sorted }),
  county: addressPart({ headers: 'county, departement' }),
  state: addressPart({ headers: 'state, region, province' }),
  country: addressPart({ headers: 'country, pays' }),
  polling_station: addressPart({
    names: ['pollingstation'],
    headers: 'polling station, pollingstation, bureau de vote, bureau, polling place',
  }),
  latitude: addressPart({ names: ['latitude', 'lattitude'], headers: 'latitude, lat, lattitude' }),
  longitude: addressPart({ headers: 'longitude, lon, lng, long' }),
  score,
}

type ContactFields = typeof contactFields
type AddressFields = typeof addressFields

export type FieldName = keyof ContactFields
export type AddressColumn = keyof AddressFields

/** The names of the fields of these kinds. */
export type FieldsOf<Kind> = { [Name in FieldName]: ContactFields[Name]['kind'] extends Kind ? Name : never }[FieldName]

export const fieldNames = Object.keys(contactFields) as FieldName[]
export const addressColumns = Object.keys(addressFields) as AddressColumn[]

export const fieldsOf = <Kind extends ContactFields[FieldName]['kind']>(...kinds: Kind[]) =>
  fieldNames.filter(name => (kinds as string[]).includes(contactFields[name].kind)) as FieldsOf<Kind>[]

/** What a contact stores. */
export type FieldValues = { [Name in FieldName]: Static<ContactFields[Name]['schema']> }
export type AddressValues = { [Name in AddressColumn]: AddressFields[Name]['empty'] extends 0 ? number : string }

/** The names on the wire of a part of an address. */
export type WireName<Column extends AddressColumn> = Column extends AddressColumn
  ? AddressFields[Column] extends { names: readonly (infer Name extends string)[] }
    ? Name
    : Column
  : never

export function wireNames(column: AddressColumn): readonly string[] {
  const field = addressFields[column]
  return 'names' in field ? field.names : [column]
}

/** Fields with headers are the columns of files that are imported and exported. */
type InFiles<Fields> = { [Name in keyof Fields]: Fields[Name] extends { headers: string } ? Name : never }[keyof Fields]
export type FileField = InFiles<ContactFields>
export type FileAddressPart = InFiles<AddressFields>
const inFiles = <Fields extends object>(fields: Fields) =>
  (Object.keys(fields) as (keyof Fields)[]).filter(name => 'headers' in (fields[name] as object)) as InFiles<Fields>[]
export const fileFields: readonly FileField[] = inFiles(contactFields)
export const fileAddressParts: readonly FileAddressPart[] = inFiles(addressFields)

export const headersOf = (name: FileField | FileAddressPart): string =>
  name in contactFields ? contactFields[name as FileField].headers : addressFields[name as FileAddressPart].headers
