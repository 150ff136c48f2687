import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { parseExact } from '../json.ts'
import { msg } from '../messages/message.ts'
import { isMergePatch, merge_patch, unsupportedMedia } from './media.ts'
import { checkFormSize, checkJsonSize } from './validation/body_size.ts'
import { checkPlain } from './validation/validation.ts'

/** JSON is the only media type that every route accepts. */
export function parseJson(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  addParser(app, ['application/json', merge_patch], checkJsonHeaders, (request, text) => {
    if (isAbsent(request, text)) return undefined
    checkJsonSize(text)
    request.text = text
    return parseText(text)
  })
}

export function parseForms(app: FastifyInstance) {
  const noCheck = () => {}
  addParser(app, ['application/x-www-form-urlencoded'], noCheck, (_, text) => {
    checkFormSize(text)
    const fields = Object.fromEntries(new URLSearchParams(text))
    checkPlain(fields, 'body')
    return fields
  })
}

/** Leaves a file unread: the route stores it while it arrives. */
export function passUploads(app: FastifyInstance, media: string) {
  app.addContentTypeParser(media, (_, body, done) => done(null, body))
}

/** Charges the bytes of a body to its caller before they are parsed. */
function addParser(
  app: FastifyInstance,
  media: string[],
  check: (request: FastifyRequest, text: string) => void,
  parse: (request: FastifyRequest, text: string) => unknown,
) {
  app.addContentTypeParser<string>(media, { parseAs: 'string' }, (request, text, done) => {
    try {
      check(request, text)
      request.charge?.takeForBody(text)
      done(null, parse(request, text))
    } catch (error) {
      done(error as Error)
    }
  })
}

function parseText(text: string) {
  try {
    return parseExact(text, value => checkPlain(value, 'body'))
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('invalid_json', msg`The body is not valid JSON: ${(error as Error).message}.`)
  }
}

function checkJsonHeaders(request: FastifyRequest, text: string) {
  if (isMergePatch(request) && !request.routeOptions.config.operation?.definition.merge) throw unsupportedMedia(request)
  if (!isAbsent(request, text)) checkUtf8(request)
}

/** Some clients announce JSON and send nothing to operations that have no body. */
const isAbsent = (request: FastifyRequest, text: string) =>
  text === '' && !request.routeOptions.config.operation?.definition.body

function checkUtf8({ headers }: FastifyRequest) {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '')?.[1]
  if (charset && !/^(utf-?8|us-ascii)$/i.test(charset))
    throw new ApiError('unsupported_media_type', msg`Send the body in UTF-8, not in ${charset}.`)
  if (headers['content-encoding'] && headers['content-encoding'] !== 'identity')
    throw new ApiError('unsupported_media_type', 'Send the body as it is, without Content-Encoding.')
}
