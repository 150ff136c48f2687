import assert from 'node:assert/strict'
import { Buffer } from 'node:buffer'
import { describe, test } from 'node:test'
import { guessMapping } from './csv_guess.ts'
import { openBankFiles, readStatements } from './read.ts'

describe('a guess', () => {
  for (const header of ['Date;Label;Debit;Credit', 'Date;Libellé;Débit;Crédit'])
    for (const decimal of ['.', ','] as const)
      test(`${header} with “${decimal}” before the cents finds the two columns of amounts`, async () => {
        const text = `${header}\n05/10/2026;Fees;8${decimal}40;\n06/10/2026;Ada;;1200${decimal}00\n`
        const mapping = guessMapping(text)!
        const { date, text: texts, debit, credit } = mapping
        assert.deepEqual([date, texts, debit, credit, mapping.decimal], [0, [1], 2, 3, decimal])
        const [statement] = await readStatements(await openBankFiles(Buffer.from(text)), { mapping, currency: 'EUR' })
        assert.deepEqual(
          statement?.lines.map(({ amount }) => amount),
          [-840, 120_000],
        )
      })
})
