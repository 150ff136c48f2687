import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { type Identity, identityOf } from '../../organisation/core/spaces.ts'
import { type Formats, formatsOf, type Language } from '../../pdf/formats.ts'

export type Fact = [name: string, value: string]

/** What every file to print says: of which organisation it is, in which language and format. */
export interface PrintedFile {
  organisation: string
  /** Its address and its numbers in registers, those that are known. */
  identity: Fact[]
  /** Empty if it is not known who signs. */
  signatory: string
  formats: Formats
  logo: Buffer | null
}

/** In the language that was asked for, or else that of the caller. */
export async function printedFile(
  sql: Sql,
  { group_id, id }: Caller,
  language: Language | undefined,
): Promise<PrintedFile> {
  const [space] = await sql<[{ locale: string; time_zone: string; logo: Buffer | null }]>`
    select locale, time_zone, logo from spaces where id = ${group_id}`
  const [user] = await sql<{ locale: string }[]>`select locale from users where group_id = ${group_id} and id = ${id}`
  const own: Language = (user?.locale || space.locale).startsWith('fr') ? 'fr' : 'en'
  const formats = formatsOf(language ?? own, space.locale, space.time_zone)
  const identity = await identityOf(sql, group_id)
  return {
    organisation: identity.legal_name || identity.name,
    identity: identityFacts(identity, formats.language),
    signatory: identity.signatory,
    formats,
    logo: space.logo,
  }
}

/** The address on one line, and the numbers. */
export function identityFacts(identity: Identity, language: Language): Fact[] {
  const words = texts[language]
  const { postal_address, siren, rna, charity_number, company_number } = identity
  const lines = postal_address.split('\n').flatMap(line => line.trim() || [])
  const facts: Fact[] = [
    [words.address, lines.join(', ')],
    ['SIREN', siren.replaceAll(/(.{3})(?=.)/g, '$1 ')],
    ['RNA', rna],
    [words.charity_number, charity_number],
    [words.company_number, company_number],
  ]
  return facts.filter(([, value]) => value !== '')
}

const texts = {
  en: { address: 'Address', charity_number: 'Charity number', company_number: 'Company number' },
  fr: { address: 'Adresse', charity_number: 'Numéro d’organisme caritatif', company_number: 'Numéro de société' },
}

/** What stands above the place for a signature. */
export const signedBy = (label: string, signatory: string) => (signatory ? `${label} · ${signatory}` : label)

/** An IBAN in groups of four, as banks print it. */
export const printedIban = (iban: string) => iban.replaceAll(/(.{4})(?=.)/g, '$1 ')
