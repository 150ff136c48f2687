import { changeForm, createForm, listForms } from '../contacts/forms/queries.ts'
import type { Form } from '../contacts/forms/schema.ts'
import { type QuestionKey, questionKeys } from './data.ts'
import type { DemoContext } from './demo.ts'
import { required } from './required.ts'

/** The version of the newsletter consent that was shown on this day. */
export const newsletterVersion = (date: string) => (date < '2025-01-01' ? 1 : 2)

/** The forms that `fillForms` has made. */
export async function demoForms({ sql, caller, data }: DemoContext): Promise<(key: QuestionKey) => Form> {
  const forms = new Map((await listForms(sql, caller, { limit: 100, offset: 0 })).map(form => [form.label, form]))
  return key => required(forms.get(data.forms.questions[key].label), `form ${key}`)
}

export async function fillForms(context: DemoContext) {
  const { sql, caller, data } = context
  const { questions, newsletter } = data.forms
  for (const key of questionKeys) {
    const { values, ...form } = questions[key]
    await createForm(sql, caller, {
      ...form,
      refvalues: values.map(label => ({ label })),
      ...(key === 'newsletter' && { text: newsletter.first }),
    })
  }
  const form = await demoForms(context)
  await changeForm(sql, caller, form('newsletter').id, { text: newsletter.second, help: newsletter.help })
  const support = form('support')
  await changeForm(sql, caller, support.id, { required_at_door: true })
  await changeForm(sql, caller, form('help').id, {
    condition: { form_id: support.id, form_ref_ids: support.refvalues.slice(0, 2).map(({ id }) => id) },
  })
  await changeForm(sql, caller, form('idea').id, { condition: { form_id: form('priorities').id, form_ref_ids: [] } })
}
