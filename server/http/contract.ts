import type { FastifyInstance } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { Problem, type ProblemCode } from '../errors.ts'
import { errorCodesOf } from './openapi/openapi.ts'
import type { Operation } from './operation.ts'

/**
 * Test-only: notes every reply that its own operation does not describe, and every refusal it does not announce.
 * The list is asserted after the tests; a throw here would be swallowed while an error is being answered.
 */
export function recordContractViolations(app: FastifyInstance) {
  const broken: string[] = []
  app.addHook('onSend', async (request, reply, payload) => {
    const { operation } = request.routeOptions.config
    const status = reply.statusCode
    if (operation && (typeof payload === 'string' || Buffer.isBuffer(payload))) {
      for (const fault of violationsOf(operation, status, String(payload)))
        broken.push(`${operation.method} ${operation.path} ${status}: ${fault}`)
    }
    return payload
  })
  return broken
}

function violationsOf(operation: Operation, status: number, payload: string): string[] {
  const { media, schema } = operation.definition.returns
  if (media !== 'application/json') return []
  const body: unknown = JSON.parse(payload)
  const refusal = status >= 400
  const check = validatorOf(refusal ? Problem : schema)
  const [fault] = check.Check(body) ? [] : check.Errors(body)
  const faults = fault ? [`${fault.instancePath} ${fault.message}`] : []
  const code = (body as { code?: ProblemCode }).code
  return refusal && code && !errorCodesOf(operation).includes(code) ? [...faults, `never announced ${code}`] : faults
}

const validators = new WeakMap<TSchema, Validator>()

function validatorOf(schema: TSchema) {
  const check = validators.get(schema) ?? Compile(closed(schema))
  validators.set(schema, check)
  return check
}

/** The same schema with no room for fields that it does not name. */
function closed(schema: any): TSchema {
  if (Array.isArray(schema)) return schema.map(closed) as unknown as TSchema
  if (schema === null || typeof schema !== 'object') return schema
  const copy: any = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  return copy.type === 'object' && copy.properties ? { additionalProperties: false, ...copy } : copy
}
