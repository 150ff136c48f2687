import { Type } from 'typebox'
import { PlainLine, Text } from '../../fields.ts'

/** Who the organisation of a space is before the law, for what it prints. */
export const identity = {
  legal_name: Type.String({ ...PlainLine, maxLength: 200, description: 'The name in the statutes; empty: the name.' }),
  postal_address: Type.String({ ...Text, description: 'The address of the organisation, in several lines.' }),
  siren: Type.String({
    examples: ['732829320'],
    pattern: '^([0-9]{9})?$',
    expects: 'be nine digits, or empty',
    description: 'The number of a French organisation in the SIRENE register.',
  }),
  rna: Type.String({
    examples: ['W691234567'],
    pattern: '^(W[0-9]{9})?$',
    expects: 'be a W and nine digits, such as W691234567, or empty',
    description: 'The number of a French association in the national register.',
  }),
  charity_number: Type.String({ ...PlainLine, maxLength: 40, description: 'The number in a register of charities.' }),
  company_number: Type.String({ ...PlainLine, maxLength: 40, description: 'The number in a register of companies.' }),
  signatory: Type.String({
    ...PlainLine,
    maxLength: 200,
    description: 'Who signs for the organisation, with the function, such as “Ada Martin, treasurer”.',
  }),
}

/** Whether the last digit of a SIREN is the right one: the digits, each second one doubled, add up to a multiple of ten. */
export function isSiren(siren: string) {
  const sum = [...siren].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
  return /^[0-9]{9}$/.test(siren) && sum > 0 && sum % 10 === 0
}
