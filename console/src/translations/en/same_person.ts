export const same_person = {
  one: '{{name}} exists: the same person?',
  several: 'These contacts exist: is one of them the person?',
  use: 'Same person',
  use_name: 'Same person: {{name}}',
  create: 'Create another contact',
  back: 'Go back',
  used: '{{name}} was there already. Nothing was added.',
  born: 'born {{day}}',
  paid: 'last payment {{amount}} on {{day}}',
  since: 'added {{day}}',
  reason: {
    birthdate: 'Same name and date of birth',
    mail: 'Same email address',
    mobile: 'Same mobile number',
    phone: 'Same phone number',
    name: 'Same name',
  },
}
