import type { TestApp } from './harness.ts'
import { anImport, runImportStep } from './imports.ts'
import { aSpace, aUser, type Person } from './people.ts'

// Files of contacts with wrong cells, and the corrections of these.

export const file_with_wrong_cells = `nom,mail,naissance,sexe,pays de naissance,portable
Mail,not a mail,,,,
Date,date@example.org,31/02/1980,,,
Future,future@example.org,01/01/2999,,,
Sex,sex@example.org,,perhaps,,
Land,land@example.org,,,Atlantis,
Both,also not,99/99/9999,,,
Phone,phone@example.org,,,,12 34
`

/** An administrator of a French space of their own. */
export const aFrenchAdmin = async (app: TestApp) => aUser(app, await aSpace(app, 'Space', 'fr'), { role: 'admin' })

/** A file that a dry run has checked. */
export async function checkedImport(app: TestApp, csv: string, settings: object = {}) {
  const admin = await aFrenchAdmin(app)
  const { id } = await anImport(app, admin, csv, settings)
  const { check } = await runImportStep(app, admin, id, 'check')
  return { admin, id, check }
}

export const cellsOf = async (app: TestApp, who: Person, id: number, query = '') =>
  (await app.as(who).get(`/v1/imports/${id}/cells${query}`)).body

export const correctCells = (app: TestApp, who: Person, id: number, cells: object[]) =>
  app.as(who).patch(`/v1/imports/${id}/cells`, { cells })
