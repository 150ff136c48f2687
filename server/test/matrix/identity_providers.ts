import { fromRole, get, type MatrixContext, type Rows } from './rows.ts'

/** Who may manage identity providers. No domain is proved: there is no such record. */
export async function identityProviderRows({ app, space, cast }: MatrixContext): Promise<Rows> {
  const path = '/v1/identity_providers'
  const managing = { ...fromRole('superadmin'), narrow_token: 403 }
  let made = 0
  const wish = () => ({
    name: 'Made',
    issuer: 'https://login.example.org',
    client_id: 'muster',
    client_secret: 'secret',
    domain: `m${++made}.invalid`,
  })
  // A space can have only a few.
  const room = () => app.owner`delete from identity_providers where group_id = ${space}`
  const create = async (): Promise<number> => {
    await room()
    return (await app.as(cast.superadmin).post(path, wish())).body.data.id
  }
  const on = (method: string, data?: object) => async () => ({
    method,
    path: `${path}/${await create()}`,
    ...(data && { data }),
  })
  const verify = async () => ({ method: 'POST', path: `${path}/${await create()}/verify` })
  return {
    'identity_providers.list': { request: get(path), ...managing, other_space: 200 },
    'identity_providers.read': { request: on('GET'), ...managing, other_space: 404 },
    'identity_providers.create': {
      request: async () => {
        await room()
        return { method: 'POST', path, data: wish() }
      },
      ...managing,
      other_space: 200,
    },
    'identity_providers.update': { request: on('PATCH', { name: 'Other' }), ...managing, other_space: 404 },
    'identity_providers.remove': { request: on('DELETE'), ...managing, other_space: 404 },
    'identity_providers.verify': { request: verify, ...managing, superadmin: 409, other_space: 404 },
  }
}
