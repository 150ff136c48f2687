/** The parsed body of a reply. The application checks every reply against its schema, so tests read fields without declaring them. */
// biome-ignore lint/suspicious/noExplicitAny: types for every reply that a test reads would repeat the schemas.
export type ReplyBody = any
