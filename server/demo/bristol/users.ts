import type { DemoUsers } from '../data.ts'

export const users: DemoUsers = {
  // First name, surname, role, language. Every address and number below is reserved for fiction.
  people: [
    ['Denise', 'Campbell', 'admin', 'en'],
    ['Harriet', 'Vale', 'manager', 'en'],
    ['Tariq', 'Hussain', 'manager', 'en'],
    ['Joan', 'Pritchard', 'user', 'en'],
    ['Kofi', 'Mensah', 'user', 'en'],
    ['Ellen', 'Thorne', 'user', 'en'],
    ['Dylan', 'Rees', 'user', 'en'],
    ['Amina', 'Farah', 'user', 'en'],
    ['Gordon', 'Blake', 'user', 'en'],
    ['Lucy', 'Chapman', 'user', 'en'],
    ['Ravi', 'Patel', 'user', 'en'],
    ['Sinéad', 'Brennan', 'user', 'en'],
  ],
  places: [
    ['12 North Street', 'Bristol', 'BS3 1JA', '51.4416,-2.6065'],
    ['40 Hotwell Road', 'Bristol', 'BS8 4UB', '51.4504,-2.6177'],
    ['7 Stapleton Road', 'Bristol', 'BS5 0PP', '51.4639,-2.5697'],
    ['26 Wells Road', 'Bristol', 'BS4 2AX', '51.4405,-2.5730'],
  ],
  mail_domain: 'example.net',
  phoneOf: index => `07700 900${String(900 + index)}`,
}
