import type { Caller } from '../../access/caller.ts'
import type { Sql } from '../../db/sql.ts'
import { type Formats, formatsOf, type Language } from '../../pdf/formats.ts'

/** What every file to print says: of which organisation it is, in which language and format. */
export interface PrintedFile {
  organisation: string
  formats: Formats
}

/** In the language that was asked for, or else that of the caller. */
export async function printedFile(
  sql: Sql,
  { group_id, id }: Caller,
  language: Language | undefined,
): Promise<PrintedFile> {
  const [space] = await sql<[{ name: string; locale: string; time_zone: string }]>`
    select name, locale, time_zone from spaces where id = ${group_id}`
  const [user] = await sql<{ locale: string }[]>`select locale from users where group_id = ${group_id} and id = ${id}`
  const own: Language = (user?.locale || space.locale).startsWith('fr') ? 'fr' : 'en'
  return { organisation: space.name, formats: formatsOf(language ?? own, space.locale, space.time_zone) }
}

/** An IBAN in groups of four, as banks print it. */
export const printedIban = (iban: string) => iban.replaceAll(/(.{4})(?=.)/g, '$1 ')
