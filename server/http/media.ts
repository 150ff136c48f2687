import type { FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { msg } from '../messages/message.ts'

export const merge_patch = 'application/merge-patch+json'

export const isMergePatch = (request: FastifyRequest) =>
  request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() === merge_patch

/** The error for a body whose media type the operation does not accept. */
export function unsupportedMedia(request: FastifyRequest) {
  const { merge, upload } = request.routeOptions.config.operation?.definition ?? {}
  const taken = upload?.media ?? (merge ? msg`${'application/json'} or ${merge_patch}` : 'application/json')
  return new ApiError(
    'unsupported_media_type',
    request.headers['content-type']
      ? msg`Send the body as ${taken}, not as what Content-Type says.`
      : msg`Send the body as ${taken} and say so in Content-Type.`,
  )
}
