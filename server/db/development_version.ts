/** The first migration of the versions before 0.2.0, which were not released. The schema of 0.2.0 was written anew and does not continue theirs. */
const first_migration = '0001_foundation.sql'

const description = 'a development version of Muster before 0.2.0'

export const development_database =
  `The database was created by ${description} and cannot be upgraded. ` +
  'To keep its data, export contacts and payments with that version and import them into an empty database.'
export const development_backup =
  `The backup was taken by ${description} and cannot be restored. ` +
  'To keep its data, restore it with that version, export contacts and payments, and import them into an empty database.'

/** Whether these migrations are those of a database or backup of a version before 0.2.0. */
export const isOfDevelopmentVersion = (migrations: readonly { name: string }[]) =>
  migrations.some(({ name }) => name === first_migration)
