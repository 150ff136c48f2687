import { type Static, Type } from 'typebox'
import { Id, nullable } from '../../fields.ts'

export const member_states = ['active', 'pending', 'suspended'] as const

/** How many teams of a member are listed. */
export const teams_max = 100

const MemberTeam = Type.Object({ id: Id, name: Type.String() }, { title: 'MemberTeam' })

export const Member = Type.Object(
  {
    user_id: Id,
    state: Type.Enum([...member_states], {
      title: 'MemberState',
      description: '`pending` for a user who was added and has not opened the space yet.',
    }),
    teams: Type.Array(MemberTeam, {
      description: 'The teams that the user leads or is in, as far as the caller sees them, by name; at most 100.',
    }),
    last_seen_on: nullable(
      Type.String({
        pattern: '^\\d{4}-\\d{2}-\\d{2}$',
        description:
          'The last day, in UTC, on which the user used the space. Null if they never did, and for callers without `users:write`, who see ' +
          'only their own.',
      }),
    ),
    second_factor: nullable(
      Type.Boolean({
        description:
          'Whether the user signs in with a second factor. Null for callers without `users:write`, who see only their own.',
      }),
    ),
    identity_providers: Type.Array(Type.String(), {
      description:
        'The names of the identity providers of the space that the user is connected to. Empty for callers without `users:write`, who see only their own.',
    }),
  },
  { title: 'Member' },
)

export type Member = Static<typeof Member>
