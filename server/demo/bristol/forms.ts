import type { DemoForms } from '../data.ts'

export const forms: DemoForms = {
  questions: {
    newsletter: { kind: 'consent', type: 'radio', label: 'Email newsletter', values: ['Yes', 'No'] },
    calls: { kind: 'consent', type: 'radio', label: 'Phone calls', values: ['Yes', 'No'] },
    support: {
      ...{ kind: 'level_of_support', type: 'select', label: 'Level of support' },
      values: ['Strong supporter', 'Supporter', 'Undecided', 'Against'],
    },
    priorities: {
      ...{ kind: 'survey', type: 'checkbox', label: 'What needs fixing first?' },
      values: ['Rent', 'Repairs', 'Damp and mould', 'Heating', 'Safety'],
    },
    idea: { kind: 'survey', type: 'text', label: 'Anything else we should know?', values: [] },
    job: { kind: 'custom_fields', type: 'text', label: 'Occupation', values: [] },
    household: { kind: 'custom_fields', type: 'numeric', label: 'People in the household', values: [] },
    first_met: { kind: 'custom_fields', type: 'date', label: 'First met', values: [] },
    language: {
      ...{ kind: 'custom_fields', type: 'select', label: 'Preferred language' },
      values: ['English', 'Somali', 'Polish', 'Urdu'],
    },
    assembly: {
      ...{ kind: 'presence_status', type: 'radio', label: 'Annual general meeting' },
      values: ['Attended', 'Sent apologies', 'Absent'],
    },
    help: {
      ...{ kind: 'tasks', type: 'checkbox', label: 'Can help with' },
      values: ['Leafleting', 'Door knocking', 'Phone calls', 'Catering'],
    },
  },
  newsletter: {
    first: 'I agree to receive news by email.',
    second: 'I agree to receive up to two emails a month. I can unsubscribe at any time.',
    help: 'Uses the email address on the contact.',
  },
}
