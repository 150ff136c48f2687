import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Json } from './values.ts'

export interface Reply {
  status: number
  type: string
  text: string
}

// Internal details that an error must not contain. Successful replies may contain any word that a user wrote.
const insides = new RegExp(
  [
    'PostgresError|SQLSTATE|syntax error at|violates|duplicate key|invalid input|out of range for type',
    '\\b(relation|column|constraint|function|operator|type) "?\\w+"? (does not|of relation|is|already)',
    '\\.ts:\\d|node_modules|node:internal|\\bat \\w+ \\(|TypeError|RangeError|ReferenceError|undefined|\\[object ',
  ].join('|'),
)

/** Checks replies against the OpenAPI document. */
export function replyCheckerFor(document: Json) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false })
  ajv.addSchema({ ...document, $id: 'https://muster/openapi' })
  const templates = Object.keys(document.paths)
    .map(path => ({ path, shape: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`) }))
    // Paths without parameters come first.
    .sort((one, other) => one.path.split('{').length - other.path.split('{').length)
  const checks = new Map<string, ValidateFunction>()
  const checkOf = (place: string[]) => {
    const address = `https://muster/openapi#/${place.map(part => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`
    const check = checks.get(address) ?? ajv.compile({ $ref: address })
    checks.set(address, check)
    return check
  }
  const contentFaults = (place: string[], documented: Json, { status, type, text }: Reply): string[] => {
    if (!documented.content) return text === '' ? [] : [`${status} with a body`]
    if (!documented.content[type]) return [`undocumented type ${type} for ${status}`]
    if (!type.endsWith('json')) return []
    const check = checkOf([...place, 'content', type, 'schema'])
    return check(JSON.parse(text)) ? [] : [`body: ${ajv.errorsText(check.errors).slice(0, 300)}`]
  }
  /** The faults of a reply. */
  return (method: string, sent: string, reply: Reply): string[] => {
    const { status, text } = reply
    if (status === 0) return ['no answer']
    const faults: string[] = []
    if (status >= 500) faults.push(`${status}: ${text.slice(0, 300)}`)
    if (status >= 400 && insides.test(text)) faults.push(`shows internal details: ${insides.exec(text)?.[0]}`)
    const [path = ''] = sent.split('?')
    const template = templates.find(({ shape }) => shape.test(path))?.path
    const operation = template && document.paths[template][method.toLowerCase()]
    if (!operation) return faults
    const documented = operation.responses[status]
    if (!documented) return [...faults, `undocumented status ${status}: ${text.slice(0, 200)}`]
    const place = ['paths', template, method.toLowerCase(), 'responses', String(status)]
    return [...faults, ...contentFaults(place, documented, reply)]
  }
}
