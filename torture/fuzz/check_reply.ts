import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

type Json = Record<string, any>

export interface Reply {
  status: number
  type: string
  text: string
}

// Words that only our insides use. They are looked for in refusals: an answer may hold any word that somebody wrote.
const insides = new RegExp(
  [
    'PostgresError|SQLSTATE|syntax error at|violates|duplicate key|invalid input|out of range for type',
    '\\b(relation|column|constraint|function|operator|type) "?\\w+"? (does not|of relation|is|already)',
    '\\.ts:\\d|node_modules|node:internal|\\bat \\w+ \\(|TypeError|RangeError|ReferenceError|undefined|\\[object ',
  ].join('|'),
)

/** Holds answers against the OpenAPI document, and against nothing else of ours. */
export function replyCheckerFor(document: Json) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false })
  ajv.addSchema({ ...document, $id: 'https://muster/openapi' })
  const templates = Object.keys(document.paths)
    .map(path => ({ path, shape: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`) }))
    // A name is looked for before anything that may stand in its place.
    .sort((one, other) => one.path.split('{').length - other.path.split('{').length)
  const checks = new Map<string, ValidateFunction>()
  const checkOf = (place: string[]) => {
    const address = `https://muster/openapi#/${place.map(part => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`
    const check = checks.get(address) ?? ajv.compile({ $ref: address })
    checks.set(address, check)
    return check
  }
  /** What is wrong with this answer; nothing, we promise. */
  return (method: string, sent: string, { status, type, text }: Reply): string[] => {
    if (status === 0) return ['no answer']
    const faults: string[] = []
    if (status >= 500) faults.push(`${status}: ${text.slice(0, 300)}`)
    if (status >= 400 && insides.test(text)) faults.push(`shows its insides: ${insides.exec(text)![0]}`)
    const template = templates.find(({ shape }) => shape.test(sent.split('?')[0]!))?.path
    const operation = template && document.paths[template][method.toLowerCase()]
    if (!operation) return faults
    const place = ['paths', template, method.toLowerCase(), 'responses', String(status)]
    const said = operation.responses[status]
    if (!said) return [...faults, `undocumented status ${status}: ${text.slice(0, 200)}`]
    if (!said.content) return text === '' ? faults : [...faults, `${status} with a body`]
    if (!said.content[type]) return [...faults, `undocumented type ${type} for ${status}`]
    if (!type.endsWith('json')) return faults
    const check = checkOf([...place, 'content', type, 'schema'])
    if (!check(JSON.parse(text))) faults.push(`body: ${ajv.errorsText(check.errors).slice(0, 300)}`)
    return faults
  }
}
