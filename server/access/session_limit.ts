// A session that began through the provider of a space is valid in that space only. oidc-provider stores it as the `acr` of the session, and copies
// it to codes and refresh tokens.

/** The space that a session is limited to, and the provider through which it began. */
export interface SessionLimit {
  group_id: number
  provider_id: number
}

const prefix = 'urn:muster:identity_provider'

export const acrOf = ({ group_id, provider_id }: SessionLimit) => `${prefix}:${group_id}:${provider_id}`

/** The limit in an `acr`; undefined for a session without one. */
export function limitIn(acr: string | undefined): SessionLimit | undefined {
  const [, group_id, provider_id] = new RegExp(`^${prefix}:(\\d+):(\\d+)$`).exec(acr ?? '') ?? []
  return group_id && provider_id ? { group_id: Number(group_id), provider_id: Number(provider_id) } : undefined
}
