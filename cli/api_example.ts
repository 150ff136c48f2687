import { operationsIn } from '../server/system/reference/document.ts'
import { samplesOf } from '../server/system/reference/samples.ts'
import { muster } from './environment.ts'
import { readDocument } from './operations.ts'

/** The call of an operation that the API reference shows, as it is typed here. */
export function exampleCall(name: string): string | undefined {
  const document = readDocument()
  const described = operationsIn(document).find(operation => operation.name === name)
  const sample = described && samplesOf(described, document).find(({ kind }) => kind === 'CLI')
  return sample?.text.replace('./muster', muster)
}
