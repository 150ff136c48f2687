import { readFileSync } from 'node:fs'
import { checksumOf, type Migration } from './migrate.ts'

/** The checksums of migrations, by the version that first has them. */
export type Releases = Record<string, Record<string, string>>

export const releases_file = 'server/db/migrations/releases.json'

export const readReleases = () =>
  JSON.parse(readFileSync(new URL('./migrations/releases.json', import.meta.url), 'utf8')) as Releases

/** The list with the migrations that it lacks, as those of this version. What is in the list stays: a released migration never changes. */
export function addMigrations(releases: Releases, version: string, migrations: Migration[]): Releases {
  const recorded = new Set(Object.values(releases).flatMap(checksums => Object.keys(checksums)))
  const added = migrations.filter(({ name }) => !recorded.has(name)).map(({ name, text }) => [name, checksumOf(text)])
  if (added.length === 0) return releases
  return { ...releases, [version]: { ...releases[version], ...Object.fromEntries(added) } }
}

/** The migrations of a released version: its own, and those of the versions before. */
export function migrationsOf(version: string, releases: Releases, migrations: Migration[]): Migration[] {
  const versions = Object.keys(releases)
  const names = versions.slice(0, versions.indexOf(version) + 1).flatMap(each => Object.keys(releases[each] ?? {}))
  return migrations.filter(({ name }) => names.includes(name))
}
