import type { Session } from '../db/sql.ts'
import { defined } from './defined.ts'

/** Inserts many contacts with tags and answers: the same ones in every space. Search does not know them before `reindexContacts`. */
export async function insertContacts(owner: Session, group_id: number, size: number) {
  const [{ first = 0 } = {}] = await owner<
    { first: number }[]
  >`select coalesce(max(id), 0) + 1000 as first from contacts`
  const word = (number: string, seed: number) => `
    initcap(translate(substr(md5((${number} + ${seed})::text), 1, 6), '0123456789', 'aéioulnrst'))`
  await owner.unsafe(`
    insert into contacts (group_id, id, created_at, updated_at, firstname, surname, married_name, gender, birthdate, age_category, birth_city,
      birth_country, nationality, mail, mobile, mobile_invalid, phone, phone_invalid, black_list, external_id, address_id, house_number, street,
      postal_code, city_code, city, county, state, country, addition, infos, building, floor, door, polling_station, latitude, longitude, mobile_key)
    select ${group_id}, ${first} + n, timestamptz '2024-01-01' + n * interval '1 minute', timestamptz '2025-01-01' + n * interval '1 minute',
      ${word('n % 300', 1)}, ${word('n % 5000', 1000)}, case when n % 20 = 0 then ${word('n', 7)} else '' end, (array['', 'M', 'F', 'O'])[1 + n % 4],
      case when n % 3 > 0 then timestamptz '1940-01-01' + n % 20000 * interval '1 day' end, n % 7, ${word('n % 400', 50)}, 'FR', 'Pays ' || n % 90,
      'mail' || n || '@example.org', '06 ' || n, n % 50 = 0, '01 ' || n, n % 60 = 0, n % 100 = 0, 'X' || n, n + 1, (n % 200)::text,
      'rue ' || ${word('n % 3000', 3)}, lpad((n % 900)::text, 5, '0'), 'C' || n % 700, ${word('n % 400', 50)}, 'County ' || n % 80, 'State ' || n % 12,
      'FR', 'Lot ' || n % 500, 'Info ' || n, 'Bat ' || n % 40, (n % 9)::text, 'Porte ' || n % 120, 'Bureau ' || n % 300, '45.' || n, '4.' || n,
      '+336' || lpad(n::text, 8, '0')
    from generate_series(0, ${size - 1}) n`)
  await owner.unsafe(`insert into counters (group_id, name, delta) values (${group_id}, 'contacts', ${size})`)
  await owner.unsafe(`select setval('contacts_id_seq', ${first + size})`)
  const [tag] = await owner<{ id: number }[]>`
    insert into tags (group_id, name) select ${group_id}, 'Tag ' || n from generate_series(0, 49) n returning id`
  await owner.unsafe(`
    insert into contact_tags (group_id, contact_id, tag_id)
    select ${group_id}, ${first} + n, ${defined(tag, 'the tag').id} + n % 50 from generate_series(0, ${size - 1}) n where n % 2 = 0`)
  const form = async (type: string, values: number) => {
    const [made] = await owner<[{ id: number }]>`
      insert into forms (group_id, label, type, kind) values (${group_id}, 'Form', ${type}, 'survey') returning id`
    const refs = await owner<{ id: number }[]>`
      insert into form_refvalues (group_id, form_id, position, label, value)
      select ${group_id}, ${made.id}, n, 'Value ' || n, '' from generate_series(1, ${values}) n returning id`
    return { id: made.id, refs: refs.map(({ id }) => id) }
  }
  const [chosen, written] = [await form('radio', 40), await form('text', 1)]
  await owner.unsafe(`
    insert into contact_answers (group_id, contact_id, custom, form_id, form_ref_id, data)
    select ${group_id}, ${first} + n, false, ${chosen.id}, ${chosen.refs[0]} + n % 40, '' from generate_series(0, ${size - 1}) n where n % 2 = 0
    union all
    select ${group_id}, ${first} + n, false, ${written.id}, ${written.refs[0]}, 'Réponse ' || n from generate_series(0, ${size - 1}) n where n % 3 = 0`)
  return { first, chosen, written }
}
