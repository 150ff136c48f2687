import { writeFileSync } from 'node:fs'
import { type OpenApiDocument, writeFields, writeOperations } from './sdk/operations_writer.ts'
import { addressFields, contactFields } from './server/contacts/core/fields.ts'
import { functionsFile } from './server/db/functions.ts'
import { readMigrations } from './server/db/migrate.ts'
import { addMigrations, readReleases, releases_file } from './server/db/released_migrations.ts'
import { functions } from './server/functions.ts'
import { openapiOf } from './server/http/openapi/openapi.ts'
import { resourcesOf, version } from './server/resources.ts'

/** The content of each generated file. `npm run generate` writes them; tidy.test.ts checks that they are current. */
export function generatedFiles(): Record<string, string> {
  const document = openapiOf(resourcesOf(), version)
  const fields = writeFields('contactFields', contactFields) + writeFields('contactAddressFields', addressFields)
  return {
    'docs/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'server/db/functions.sql': functionsFile(functions),
    [releases_file]: `${JSON.stringify(addMigrations(readReleases(), version, readMigrations()), null, 2)}\n`,
    // openapi.ts builds the document as plain JSON, without a type for its parts.
    'sdk/operations.ts': `${writeOperations(document as unknown as OpenApiDocument)}\n${fields}`,
  }
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(generatedFiles())) writeFileSync(new URL(file, import.meta.url), text)
}
