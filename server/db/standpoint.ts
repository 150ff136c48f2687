/** Whom a transaction acts for. Row level security shows it this much and nothing else. */
export interface Standpoint {
  group_id?: number
  user_id?: number
  /** What an unknown caller presents: the digest of a secret, or a sign-in address. It opens just the row that it names. */
  presented?: string
}

/** The statements by which a transaction takes this standpoint. SET LOCAL takes no parameters, so every value is checked or quoted here. */
export function entering({ group_id, user_id, presented }: Standpoint) {
  const settings: string[] = []
  if (group_id !== undefined) settings.push(`set local app.group_id = '${safeInteger(group_id)}'`)
  if (user_id !== undefined) settings.push(`set local app.user_id = '${safeInteger(user_id)}'`)
  if (presented !== undefined) settings.push(`set local app.presented = '${presented.replaceAll("'", "''")}'`)
  return settings.join(';')
}

function safeInteger(value: number) {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is no identifier`)
  return value
}
