import { mkdirSync, writeFileSync } from 'node:fs'
import { resourcesOf, version } from './app.ts'
import { openapiOf } from './http/openapi.ts'

/** The generated files and what they should hold; `npm run generate` writes them, tidy.test.ts compares them. */
export const generated = (): Record<string, string> => ({
  'docs/openapi.json': `${JSON.stringify(openapiOf(resourcesOf(), version), null, 2)}\n`,
})

if (import.meta.main) {
  for (const [file, text] of Object.entries(generated())) {
    mkdirSync(new URL('../docs/', import.meta.url), { recursive: true })
    writeFileSync(new URL(`../${file}`, import.meta.url), text)
  }
}
