import { fileError } from './errors.ts'

/** The most lines of a file. */
export const lines_max = 100_000

export const tooManyLines = () => fileError('', `the file has more than ${lines_max} lines. Export a shorter period.`)
