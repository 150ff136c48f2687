import type { TestApp } from './harness.ts'
import { anInvitation, aSpace, aUser, aUserPerRole, roleId } from './people.ts'
import type { ReplyBody } from './reply_body.ts'

// For tests about invitations: a space that invites, another space, and the page behind the link.

type Token = { token: string }

/** A space with one user of each role, its roles, and a user of another space. */
export async function aSpaceWithEveryRole(app: TestApp) {
  const space = await aSpace(app, 'Two Rivers')
  const cast = await aUserPerRole(app, space)
  const elsewhere = await aSpace(app, 'Elsewhere')
  const stranger = await aUser(app, elsewhere, { role: 'superadmin' })
  const roles = {
    superadmin: await roleId(app, space, 'superadmin'),
    admin: await roleId(app, space, 'admin'),
    manager: await roleId(app, space, 'manager'),
    user: await roleId(app, space, 'user'),
  }
  return { space, cast, elsewhere, stranger, roles }
}

export const invitationRequests = (app: TestApp) => ({
  invite: (who: Token | undefined, ...invitations: unknown[]) => app.as(who).post('/users/invitation', { invitations }),
  pendingOf: async (who: Token) =>
    (await app.as(who).get('/users/invitation?limit=1000')).body.data.invitations as ReplyBody[],
  /** The numbers of rows that an invitation may write. */
  stored: async () =>
    (
      await app.owner`
        select (select count(*)::int from invitations) as invitations, (select count(*)::int from invitation_links) as links,
          (select count(*)::int from users) as users, (select count(*)::int from accounts) as accounts,
          (select count(*)::int from mail_outbox) as mails`
    )[0],
})

let addresses = 0
export const newMailAddress = () => `invited${++addresses}@example.org`

/** The form fields of an accepted invitation. */
export const acceptance_form = { firstname: 'Rosa', surname: 'Parks', password: 'four lanterns over the canal' }

/** A user who invites, and the pages of their invitations. */
export async function anInviter(app: TestApp) {
  const space = await aSpace(app, 'Two Rivers')
  const admin = await aUser(app, space, { role: 'admin', firstname: 'Ada', surname: 'Byron' })
  return {
    space,
    admin,
    manager_role: await roleId(app, space, 'manager'),
    /** The link of an open invitation. */
    anyLink: () => anInvitation(app, admin, newMailAddress()),
    open: (path: string, language?: string) => app.as().get(path, language ? { 'accept-language': language } : {}),
    accept: (path: string, fields: Record<string, string>, headers = {}) =>
      app.as().send('POST', path, {
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      }),
    /** The rows of the space that opening and accepting an invitation may write, and the number of accounts. */
    stored: () => app.owner`
      select 'accounts' as what, to_jsonb(count(*)) as row from accounts
      union all select 'user', to_jsonb(u) from users u where group_id = ${space}
      union all select 'invitation', to_jsonb(i) from invitations i where group_id = ${space}
      union all select 'link', to_jsonb(l) from invitation_links l where group_id = ${space}
      order by 1, 2`,
  }
}

/** The attributes of each input of a page. */
export const inputsOf = (page: string) =>
  [...page.matchAll(/<input\b[^>]*>/g)].map(([tag]) =>
    Object.fromEntries(
      [...tag.matchAll(/([a-z-]+)(?:="([^"]*)")?/g)].slice(1).map(([, name = '', value = '']) => [name, value]),
    ),
  )

export const inputOf = (page: string, name: string) => inputsOf(page).find(input => input['name'] === name)
