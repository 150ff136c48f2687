import type { Option } from '../command.ts'

export const mailOption: Option = { about: 'E-mail address the user signs in with', required: true }

export const spaceOfUserOption: Option = {
  about: 'ID of the space. Required if the user belongs to several spaces',
  value: 'id',
}

/** Options that name the user in whose name a change is made. */
export const actingUserOptions: Record<string, Option> = {
  as: {
    about: 'E-mail address of the user to act as. Their role must allow the command',
    required: true,
    value: 'mail',
  },
  space: { about: 'ID of the space. Required if that user belongs to several spaces', value: 'id' },
}

/** Options that choose the server. */
export const targetOptions: Record<'url' | 'token' | 'profile', Option> = {
  url: { about: 'URL of the server. Default: MUSTER_URL, then the profile' },
  token: { about: 'Access token, visible in process lists. Default: MUSTER_TOKEN, then the profile' },
  profile: { about: 'Name of a stored profile', value: 'name' },
}
