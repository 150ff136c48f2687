import { Type } from 'typebox'
import { AnyInteger, Id, id_max } from '../../fields.ts'
import { requires, scopedTo } from '../../http/access.ts'
import { del, get, patch, post, resource } from '../../http/operation.ts'
import { bare, data, documentsIn } from '../../http/response_format.ts'
import { listTeams } from './list_queries.ts'
import { createTeam, deleteTeam, listPublicTeams, lockTeam, readTeam, replaceTeam, teams_max } from './queries.ts'
import { NewTeam, PublicTeam, ReplacedTeam, Team } from './schema.ts'

const teamReply = data({ team: Team })

// Without a limit all teams are returned; a space cannot have more than this.
const paging_all = {
  limit: Type.Integer({ minimum: 1, default: teams_max, description: 'All teams when left out.' }),
  offset: Type.Integer({ minimum: 0, maximum: id_max, default: 0 }),
}

export const teams = resource('teams', 'Teams of users, each with leaders, members and an optional address.', {
  list: get('/teams', {
    summary: 'List every team the caller can see.',
    description: 'With `user_id`, only the teams of that user; the list is empty for a user the caller cannot see.',
    access: requires('teams:read'),
    query: { user_id: Type.Optional(Id), ...paging_all },
    returns: documentsIn('teams', Team),
    direct: ({ db, caller, query }) => listTeams(db, caller, query),
  }),

  listPublic: get('/teams/public', {
    summary: 'List the public teams, with full user records.',
    access: requires('teams:read'),
    query: paging_all,
    returns: bare(Type.Array(PublicTeam)),
    handle: ({ sql, caller, query }) => listPublicTeams(sql, caller, query),
  }),

  create: post('/teams', {
    summary: 'Create a team.',
    access: requires('teams:write'),
    body: { team: NewTeam },
    returns: teamReply,
    etag: true,
    errors: ['conflict'],
    emits: { 'team.created': (_, { team }) => team.id },
    handle: async ({ sql, caller, body }) => ({ team: await createTeam(sql, caller, body.team) }),
  }),

  read: get('/teams/:id', {
    summary: 'Read a team.',
    access: requires('teams:read'),
    params: { id: Id },
    returns: teamReply,
    etag: true,
    errors: ['not_found'],
    handle: async ({ sql, caller, params }) => ({ team: await readTeam(sql, caller, params.id) }),
  }),

  replace: patch('/teams', {
    summary: 'Replace a team; an omitted field, except name, is reset to its default.',
    access: scopedTo('teams:write'),
    body: { team: ReplacedTeam },
    returns: teamReply,
    etag: true,
    errors: ['not_found', 'conflict'],
    ifMatch: {
      returns: teamReply,
      read: async ({ sql, caller, body }) => ({ team: await lockTeam(sql, caller, body.team.id) }),
    },
    emits: { 'team.updated': (_, { team }) => team.id },
    handle: async ({ sql, caller, body }) => ({ team: await replaceTeam(sql, caller, body.team) }),
  }),

  remove: del('/teams/:id', {
    summary: 'Delete a team.',
    access: scopedTo('teams:write'),
    params: { id: AnyInteger },
    returns: data({ message: Type.String(), team_id: Type.Integer() }),
    errors: ['not_found'],
    ifMatch: {
      returns: teamReply,
      read: async ({ sql, caller, params }) => ({ team: await lockTeam(sql, caller, params.id) }),
    },
    emits: { 'team.deleted': ({ params }) => params.id },
    handle: async ({ sql, caller, params }) => {
      await deleteTeam(sql, caller, params.id)
      return { message: 'The team was deleted.', team_id: params.id }
    },
  }),
})
