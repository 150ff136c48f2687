import { writeFileSync } from 'node:fs'
import { writeFields, writeOperations } from './sdk/operations_writer.ts'
import { resourcesOf, version } from './server/app.ts'
import { addressFields, contactFields } from './server/contacts/core/fields.ts'
import { openapiOf } from './server/http/openapi/openapi.ts'

/** The generated files and what they should hold; `npm run generate` writes them, tidy.test.ts compares them. */
export function generatedFiles(): Record<string, string> {
  const document = openapiOf(resourcesOf(), version)
  const fields = writeFields('contactFields', contactFields) + writeFields('contactAddressFields', addressFields)
  return {
    'docs/openapi.json': `${JSON.stringify(document, null, 2)}\n`,
    'sdk/operations.ts': `${writeOperations(document)}\n${fields}`,
  }
}

if (import.meta.main) {
  for (const [file, text] of Object.entries(generatedFiles())) writeFileSync(new URL(file, import.meta.url), text)
}
