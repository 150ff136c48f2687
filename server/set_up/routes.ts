import { Type } from 'typebox'
import { anyone } from '../http/access.ts'
import { get, post, resource } from '../http/operation.ts'
import { screen } from '../http/response_format.ts'
import { setUp, showSetUp } from './set_up.ts'

const link = {
  link: Type.String({ maxLength: 500, description: 'The secret part of the link.', examples: ['k3Jd0sXv9Qm2'] }),
}
const TextInput = Type.String({ default: '', maxLength: 2000 })

export const set_up = resource('set_up', 'The first space of a new server and its superadmin.', {
  show: get('/set-up/:link', {
    summary: 'Show the page that sets up a new server.',
    description: 'A server without a space prints the link when it starts. It works once, for 24 hours.',
    access: anyone,
    params: link,
    returns: screen,
    errors: ['not_found'],
    handle: ({ sql, params, request }) => showSetUp(sql, params.link, request.languages),
  }),

  create: post('/set-up/:link', {
    summary: 'Create the first space and its superadmin, with the form of the page.',
    access: anyone,
    params: link,
    form: true,
    body: {
      space: TextInput,
      language: Type.Enum(['en', 'fr'], { default: 'en' }),
      time_zone: TextInput,
      firstname: TextInput,
      surname: TextInput,
      mail: TextInput,
      password: TextInput,
    },
    returns: screen,
    errors: ['not_found', 'mail_taken'],
    handle: ({ sql, params, body, request }) => setUp(sql, params.link, body, request.languages),
  }),
})
