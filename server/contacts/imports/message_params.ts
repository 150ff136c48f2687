/** The values that a message shows, by name. Clients translate a message from its code and these. */
export type MessageParams = Record<string, string | number>

/** The sentence with its `{names}` replaced. */
export const fillIn = (sentence: string, params: MessageParams) =>
  sentence.replace(/\{(\w+)\}/g, (_, name) => String(params[name]))
