import { Type } from 'typebox'
import { anyone } from '../http/access.ts'
import { get, post, resource } from '../http/operation.ts'
import { screen } from '../http/response_format.ts'
import { setUp, showSetUp } from './set_up.ts'

const link = {
  link: Type.String({ maxLength: 500, description: 'The secret part of the link.', examples: ['k3Jd0sXv9Qm2'] }),
}
const textInput = (description: string) => Type.String({ default: '', maxLength: 2000, description })

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
      space_name: textInput('Name of the organisation.'),
      language: Type.Enum(['en', 'fr'], { default: 'en', description: 'Language of the space and of the account.' }),
      time_zone: textInput('Time zone of the space, such as Europe/Paris.'),
      firstname: textInput('First name of the superadmin.'),
      surname: textInput('Surname of the superadmin.'),
      mail: textInput('The address to sign in with.'),
      password: textInput('A password of at least 12 characters.'),
    },
    returns: screen,
    errors: ['not_found', 'mail_taken'],
    handle: ({ sql, params, body, request }) => setUp(sql, params.link, body, request.languages),
  }),
})
