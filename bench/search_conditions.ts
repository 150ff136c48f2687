/** A contact whose values are searched for. */
export interface Sample {
  surname: string
  firstname: string
  married_name: string
  mail: string
  external_id: string
  mobile: string
  city: string
  street: string
  postal_code: string
  mobile_key: string
  infos: string
}

/** Forms of the contacts: one with values to choose, one with texts, one with dates. */
interface SampleForms {
  chosen: { id: number; refs: number[] }
  written: { id: number }
  dated: { id: number }
}

const one = (attr: string, ope: string, value?: unknown, more: object = {}) => ({ attr, ope, value, ...more })

/** Search conditions by name: every kind, with few, some and nearly all contacts matching. */
export const conditions = (who: Sample, { chosen, written, dated }: SampleForms) => ({
  'surname, exact': one('surname', 'eql', who.surname),
  'surname, exact, accents and all': one('surname', 'eql:strictdata', who.surname),
  'surname, one of three': one('surname', 'any_of', [who.surname, 'martin', who.firstname]),
  'surname, a part that few have': one('surname', 'contains', who.surname.slice(1)),
  'surname, a part that many have': one('surname', 'contains', who.surname.slice(1, 4)),
  'surname, two letters of it': one('surname', 'contains', who.surname.slice(1, 3)),
  'surname, two letters without matches': one('surname', 'contains', 'xq'),
  'surname, first letters': one('surname', 'start_with', who.surname.slice(0, 2)),
  'surname, from a letter on': one('surname', 'gte', 'u'),
  'surname, anything but': one('surname', 'not_eql', who.surname),
  'surname, missing': one('surname', 'not_ext'),
  'first name, exact': one('firstname', 'eql', who.firstname),
  'first name, a part': one('firstname', 'contains', who.firstname.slice(1, 4)),
  'married name, known': one('married_name', 'ext'),
  'married name, a part': one('married_name', 'contains', 'abe'),
  'mail, exact': one('mail', 'eql', who.mail),
  'mail, a part that all have': one('mail', 'contains', 'example'),
  'mail, a part without matches': one('mail', 'not_contains', 'example'),
  'mail, missing': one('mail', 'not_ext'),
  'external number, exact': one('external_id', 'eql', who.external_id),
  'external number, one of 500': one(
    'external_id',
    'any_of',
    Array.from({ length: 500 }, (_, n) => `X${n * 1000}`),
  ),
  'mobile, exact': one('mobile', 'eql', who.mobile_key),
  'mobile, a part': one('mobile', 'contains', who.mobile.slice(3)),
  'mobile, wrong': one('mobile_invalid', 'eql', true),
  'telephone, missing': one('phone', 'not_ext'),
  'city, exact': one('city', 'eql', who.city),
  'city, none of two': one('city', 'none_of', [who.city, 'lyon']),
  'postal code, exact': one('postalcode', 'eql', who.postal_code),
  'postal code, first digits': one('postalcode', 'start_with', '001'),
  'postal code, between': one('postalcode', 'range', undefined, { from: '00200', to: '00210' }),
  'house number, exact': one('house_number', 'eql', '17'),
  'street, exact': one('street', 'eql', who.street),
  'street, a part': one('street', 'contains', who.street.slice(5)),
  'address, known': one('address', 'ext'),
  'address, missing': one('address', 'not_ext'),
  'county, exact': one('county', 'eql', 'county 7'),
  'county, missing': one('county', 'not_ext'),
  'state, exact': one('state', 'eql', 'state 7'),
  'country, which all have': one('country', 'eql', 'FR'),
  'country, without matches': one('country', 'eql', 'DE'),
  'floor, exact': one('floor', 'eql', '4'),
  'polling station, exact': one('polling_station', 'eql', 'bureau 77'),
  'polling station, first letters': one('polling_station', 'start_with', 'bureau 7'),
  'remarks, a part': one('infos', 'contains', who.infos.slice(2)),
  'membership code, known': one('membership_code', 'ext'),
  'membership number, exact': one('membership_number', 'eql', 7),
  gender: one('gender', 'eql', 'O'),
  'gender, not known': one('gender', 'not_ext'),
  'age, exact': one('age_category', 'eql', 3),
  'birthdate, a day': one('birthdate', 'eql', '1980-05-01'),
  'birthdate, from': one('birthdate', 'gte', '1990-01-01'),
  'birthdate, not known': one('birthdate', 'not_ext'),
  'created recently': one('CreatedAt', 'gte', '2025-11-20'),
  'changed recently': one('UpdatedAt', 'gte', '2026-11-20'),
  'changed before': one('UpdatedAt', 'lte', '2025-01-02'),
  latitude: one('latitude', 'start_with', '45.33333'),
  'opted out': one('black_list', 'eql', true),
  'not opted out': one('black_list', 'eql', false),
  'a tag': one('tags', 'eql', 'Tag 8'),
  'a tag that a thousand have': one('tags', 'eql', 'Seldom'),
  'a tag that ten have': one('tags', 'eql', 'Rare'),
  'a tag that half have': one('tags', 'eql', 'Usual'),
  'not a tag': one('tags', 'not_eql', 'Tag 8'),
  'one of two tags': one('tags', 'any_of', ['Tag 8', 'Tag 12']),
  'two tags': one('tags', 'all_of', ['Tag 8', 'Seldom']),
  'none of two tags': one('tags', 'none_of', ['Tag 8', 'Tag 12']),
  'a tag, a part of it': one('tags', 'contains', 'ag 8'),
  'any tag': one('tags', 'ext'),
  'no tag': one('tags', 'not_ext'),
  'an answer': one('form', 'any_of', undefined, { form_id: chosen.id, form_ref_ids: [chosen.refs[4]] }),
  'one of two answers': one('form', 'any_of', undefined, { form_id: chosen.id, form_ref_ids: chosen.refs.slice(4, 7) }),
  'not an answer': one('form', 'none_of', undefined, { form_id: chosen.id, form_ref_ids: [chosen.refs[4]] }),
  'any answer': one('form', 'ext', undefined, { form_id: chosen.id }),
  'no answer': one('form', 'not_ext', undefined, { form_id: chosen.id }),
  'a written answer': one('form', 'eql', 'réponse 333', { form_id: written.id }),
  'a written answer, first letters': one('form', 'start_with', 'réponse 3333', { form_id: written.id }),
  'a written answer, a part': one('form', 'contains', '33333', { form_id: written.id }),
  'a written answer, a part that all have': one('form', 'contains', 'rép', { form_id: written.id }),
  'a consent since a day': one('form', 'gte', '2026-10-01', { form_id: dated.id }),
  'a consent before a day': one('form', 'lte', '2024-01-05', { form_id: dated.id }),
  'a consent on a day': one('form', 'eql', '2025-05-01', { form_id: dated.id }),
  members: one('membership', 'eql', 'member'),
  'former members': one('membership', 'eql', 'lapsed'),
  'never members': one('membership', 'eql', 'never'),
  'members until a day': one('membership_end_date', 'range', undefined, { from: '2026-02-01', to: '2026-02-02' }),
  'members since': one('membership_start_date', 'gte', '2025-05-01'),
  'gifts of more than 150 in all': one('donation_sum', 'gte', 15_000),
  'gifts of more than 199 in all': one('donation_sum', 'gte', 19_950),
  'no gift': one('donation_sum', 'eql', 0),
  'gave twice': one('donation_count', 'eql', 2),
  'last gift since': one('last_donation', 'gte', '2025-05-01'),
  'last gift before': one('last_donation', 'lte', '2025-03-12'),
})

const wrong = (text: string) => `${text.slice(0, 3)}z${text.slice(4)}`

/** Inputs of the search box. */
export const questions = (who: Sample) => ({
  'a name': who.surname,
  'a name with a wrong letter': wrong(who.surname),
  'first and last name': `${who.firstname} ${who.surname}`,
  'a telephone number': who.mobile_key,
  'a mail address': who.mail,
  'nothing there': 'xyzzyqwv',
})
