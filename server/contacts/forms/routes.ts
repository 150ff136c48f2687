import { Type } from 'typebox'
import { Id, paging } from '../../fields.ts'
import { requires } from '../../http/access.ts'
import { pascal } from '../../http/openapi/components.ts'
import { del, get, type Operation, patch, post, resource } from '../../http/operation.ts'
import { data } from '../../http/response_format.ts'
import { changeForm, createForm, listForms, lockForm, orderForms, readForm } from './queries.ts'
import { Form, FormChange, FormKind, FormOrder, FormVersion, form_kinds, NewForm } from './schema.ts'
import { listVersions } from './version_queries.ts'

const formResponse = data({ form: Form })
const formsResponse = data({ forms: Type.Array(Form) })
const params = { id: Id }

/** Old clients list the forms of a kind under the path of a single form: a number is a form id, one of these words is a kind. */
const listsByKind = Object.fromEntries(
  form_kinds.map((kind): [string, Operation] => [
    `list${pascal(kind)}`,
    get(`/forms/${kind}`, {
      summary: `List the forms of kind ${kind}.`,
      access: requires('forms:read'),
      query: paging(100),
      returns: formsResponse,
      deprecated: { since: '2026-01-01', successor: `/v1/forms/type/${kind}` },
      handle: async ({ sql, caller, query }) => ({ forms: await listForms(sql, caller, { ...query, kind }) }),
    }),
  ]),
)

export const forms = resource('forms', 'Questions to contacts, and the values to choose from.', {
  list: get('/forms', {
    summary: 'List the forms of the space.',
    access: requires('forms:read'),
    query: {
      ...paging(100),
      archived: Type.Boolean({ default: false, description: 'Include archived forms.' }),
    },
    returns: formsResponse,
    handle: async ({ sql, caller, query }) => ({ forms: await listForms(sql, caller, query) }),
  }),

  listOfType: get('/v1/forms/type/:type', {
    summary: 'List the forms of a kind, without archived ones.',
    access: requires('forms:read'),
    params: { type: FormKind },
    query: paging(100),
    returns: formsResponse,
    handle: async ({ sql, caller, params, query }) => ({
      forms: await listForms(sql, caller, { ...query, kind: params.type }),
    }),
  }),

  ...listsByKind,

  read: get('/forms/:id', {
    summary: 'Read a form with its values, also if it is archived.',
    access: requires('forms:read'),
    params,
    returns: formResponse,
    etag: true,
    errors: ['not_found'],
    handle: async ({ sql, caller, params }) => ({ form: await readForm(sql, caller, params.id) }),
  }),

  versions: get('/v1/forms/:id/versions', {
    summary: 'List the versions of a form, the latest first.',
    description:
      'Each text that a consent had, and how many answers refer to it. Contacts who agreed to an earlier version are found with `POST /search` and ' +
      '`before_version` beside `form_id`. A form that is not a consent has one version.',
    access: requires('forms:read'),
    params,
    query: paging(100),
    returns: data({ versions: Type.Array(FormVersion) }),
    errors: ['not_found'],
    handle: async ({ sql, caller, params, query }) => {
      const form = await readForm(sql, caller, params.id)
      return { versions: await listVersions(sql, caller, form, query) }
    },
  }),

  order: post('/v1/forms/type/:type/order', {
    summary: 'Set the order of the forms of a kind.',
    description:
      'Lists of this kind are in this order from then on. Returns all forms of the kind, with archived ones.',
    access: requires('forms:write'),
    params: { type: FormKind },
    body: FormOrder,
    returns: formsResponse,
    emits: { 'form.updated': ({ body }) => body.form_ids },
    handle: async ({ sql, caller, params, body }) => ({
      forms: await orderForms(sql, caller, params.type, body.form_ids),
    }),
  }),

  create: post('/forms', {
    summary: 'Create a form.',
    description:
      '`type` is how the form is answered, `kind` what it is about; neither can change later. A form with choices (radio, select, checkbox) ' +
      'needs at least one value; a form with free input (text, numeric, date) has exactly one value, to which its answers refer.',
    access: requires('forms:write'),
    body: { form: NewForm },
    returns: formResponse,
    etag: true,
    emits: { 'form.created': (_, { form }) => form.id },
    handle: async ({ sql, caller, body }) => ({ form: await createForm(sql, caller, body.form) }),
  }),

  update: patch('/forms/:id', {
    summary: 'Change a form; only the fields in the request change.',
    description:
      '`refvalues` is the complete list in its order: an entry with an id changes that value, an entry without one adds a value, and values ' +
      'left out are archived. Archived values take no new answers; their existing answers stay. Another `text` of a consent is a new version: ' +
      'consents that were given keep the version to which they agreed.',
    access: requires('forms:write'),
    params,
    body: { form: FormChange },
    returns: formResponse,
    etag: true,
    errors: ['not_found'],
    ifMatch: {
      returns: formResponse,
      read: async ({ sql, caller, params }) => ({ form: await lockForm(sql, caller, params.id) }),
    },
    emits: { 'form.updated': ({ params }) => params.id },
    handle: async ({ sql, caller, params, body }) => ({ form: await changeForm(sql, caller, params.id, body.form) }),
  }),

  archive: del('/forms/:id', {
    summary: 'Archive a form; its answers stay.',
    access: requires('forms:write'),
    params,
    returns: data({ message: Type.String(), form_id: Id }),
    errors: ['not_found'],
    ifMatch: {
      returns: formResponse,
      read: async ({ sql, caller, params }) => ({ form: await lockForm(sql, caller, params.id) }),
    },
    emits: { 'form.deleted': ({ params }) => params.id },
    handle: async ({ sql, caller, params }) => {
      await changeForm(sql, caller, params.id, { archived: true })
      return { message: 'The form was archived.', form_id: params.id }
    },
  }),
})
