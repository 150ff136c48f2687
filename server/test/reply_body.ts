/** The parsed body of a response. The application checks every response against its schema, so tests read fields without declaring them. */
// biome-ignore lint/suspicious/noExplicitAny: types for every response that a test reads would repeat the schemas.
export type ReplyBody = any
