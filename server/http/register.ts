import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { msg } from '../messages/message.ts'
import { parseForms, passUploads } from './body_parsers.ts'
import { type CallDependencies, checkCall, type Exchange } from './call.ts'
import { costOfCall, isHeavy } from './limits/request_cost.ts'
import type { Method, Operation, Resource } from './operation.ts'
import { isRangedFile } from './ranged_format.ts'
import { isDownload, isLive, isStoredFile } from './response_format.ts'
import { sendResponse } from './send_response.ts'
import { sendRangedFile } from './stream/ranged_files.ts'
import { sendDownload, sendEventStream, sendLongPoll, sendStoredFile } from './stream/streamed_responses.ts'
import { handleUpload } from './stream/upload.ts'
import { runInTransaction } from './transaction.ts'
import { requestCheckOf } from './validation/request_checks.ts'

const methods: Method[] = ['GET', 'POST', 'PATCH', 'DELETE']

/** Turns resources into routes. A path responds with 405 to every method that it does not have. */
export function registerResources(app: FastifyInstance, resources: Resource[], dependencies: CallDependencies) {
  const operations = resources.flatMap(({ operations }) => Object.values(operations))
  for (const operation of operations) registerOperation(app, operation, dependencies)
  for (const [path, sharing] of Map.groupBy(operations, ({ path }) => path)) refuseOtherMethods(app, path, sharing)
}

function registerOperation(app: FastifyInstance, operation: Operation, dependencies: CallDependencies) {
  const { method, path, definition } = operation
  const check = requestCheckOf(operation)
  const route = {
    method,
    url: path,
    config: { operation },
    // Before the body is read: a request without permission costs little, and gets no validation messages.
    onRequest: async (request: FastifyRequest) => {
      definition.access.admit(request.caller)
    },
    handler: (request: FastifyRequest, reply: FastifyReply) => {
      const call = checkCall(check, request, dependencies)
      const pool = definition.longRunning ? dependencies.reports : dependencies.pool
      return respondTo({ request, reply, operation, call, pool, dependencies })
    },
  }
  // JSON is parsed everywhere. Forms and files are parsed only in routes that take them; elsewhere they get a 415.
  const { form, upload } = definition
  if (!form && !upload) app.route(route)
  else
    void app.register(async scope => {
      scope.removeAllContentTypeParsers()
      if (upload) passUploads(scope, upload.any_media ? '*' : upload.media)
      else parseForms(scope)
      scope.route(route)
    })
}

async function respondTo(exchange: Exchange) {
  const { request, operation, call } = exchange
  const { definition } = operation
  const cost = costOfCall(definition, call, request.query)
  request.charge?.take(cost)
  if (isDownload(definition.returns)) return sendDownload(exchange)
  if (isStoredFile(definition.returns)) return sendStoredFile(exchange)
  if (isRangedFile(definition.returns)) return sendRangedFile(exchange)
  if (isLive(definition.returns)) return sendEventStream(exchange, definition.returns)
  if (definition.longPoll) return sendLongPoll(exchange, definition.longPoll)
  const response = definition.upload
    ? await handleUpload(exchange, definition.upload)
    : await runInTransaction(exchange, isHeavy(definition, cost))
  return sendResponse(exchange, response)
}

function refuseOtherMethods(app: FastifyInstance, path: string, operations: Operation[]) {
  const allowed = operations.map(({ method }) => method)
  const headers = { allow: allowed.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ') }
  const others = [...methods.filter(method => !allowed.includes(method)), 'PUT', 'OPTIONS', 'TRACE']
  app.route({
    method: others,
    url: path,
    onRequest: async () => {
      throw new ApiError('method_not_allowed', msg`This address accepts ${headers.allow}.`, { headers })
    },
    handler: async () => {},
  })
}
