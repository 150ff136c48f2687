import { ApiError } from '../api.ts'

/** The error of the server with these words, at this field. */
export const errorAt = ({ status, code, request_id }: ApiError, location: string, message: string) =>
  new ApiError(
    status,
    {
      ...(code !== 'unknown' && { code }),
      detail: message,
      instance: request_id,
      errors: [{ location, message, value: null }],
    },
    new Headers(),
  )
