import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aContact } from '../../server/test/contacts.ts'
import { anAction } from '../../server/test/field.ts'
import { eventually } from '../../server/test/harness.ts'
import { aSpace, mailsTo } from '../../server/test/people.ts'
import { assertAccessible, assertAccessibleInTurn, move, openConsole, patience_ms, phone, signIn } from '../browser.ts'
import { heading, typePassword } from '../passwords.ts'

const { app, visit, enter, member } = await openConsole()
const hana = await member(await aSpace(app), { role: 'superadmin' })

test('users invited by pasted addresses choose a password and arrive in the console with their role', async () => {
  const ines = await member(await aSpace(app, 'Collectif'), { role: 'superadmin' })
  const guest = await visit()
  const boss = await enter(ines, '/console/settings/invitations')
  const addresses = boss.getByLabel('Email addresses')
  // The button is never grey: it says at the field what is missing, and keeps what was typed.
  await boss.getByRole('button', { name: 'Invite', exact: true }).click()
  await boss.getByText('Enter at least one email address.').waitFor()
  await addresses.fill('zora@example.org, not-an-address ')
  await boss.getByRole('button', { name: 'Invite 2 people' }).click()
  await boss.getByText('These are not valid email addresses: not-an-address.').waitFor()
  assert.deepEqual(
    [await addresses.inputValue(), await addresses.evaluate(field => field === document.activeElement)],
    ['zora@example.org, not-an-address ', true],
  )
  await addresses.fill('zora@example.org\nleo@example.org')
  await boss.getByRole('combobox', { name: 'Role' }).click()
  await boss.getByRole('option', { name: 'Manager', exact: true }).click()
  await boss.getByRole('button', { name: 'Invite 2 people' }).click()
  await boss.getByRole('cell', { name: 'zora@example.org' }).waitFor()
  await boss.getByRole('cell', { name: 'leo@example.org' }).waitFor()

  // On a phone, what can be done with an invitation is a menu.
  const desktop = boss.viewportSize()
  await boss.setViewportSize(phone)
  await boss.getByRole('button', { name: 'Actions for leo@example.org' }).click()
  await boss.getByRole('menuitem', { name: 'Withdraw' }).waitFor()
  await assertAccessibleInTurn(boss, 'the menu of an invitation')
  await boss.keyboard.press('Escape')
  if (desktop) await boss.setViewportSize(desktop)

  const mail = await eventually(() => mailsTo(app, 'zora@example.org')[0], patience_ms)
  const link = new RegExp(`${app.url}(/invitations/\\S+)`).exec(mail.text)![1]!
  const { page } = guest
  const password = 'a wide river and a slow boat'
  await page.goto(link)
  await heading(page, 'Join Collectif').waitFor()
  await page.getByText('with the role “manager”').waitFor()
  await assertAccessibleInTurn(page, 'an invitation')
  await page.getByLabel('First name').fill('Zora')
  await page.getByLabel('Surname').fill('Neale')
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await page.getByText('Password must have at least 12 characters').waitFor()
  await assertAccessibleInTurn(page, 'an invitation that is not accepted yet')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await heading(page, 'Welcome to Collectif').waitFor()
  await assertAccessibleInTurn(page, 'the welcome')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await typePassword(page, 'zora@example.org', password)

  await page.getByRole('button', { name: /^ZN\b.*, Your account/ }).waitFor()
  await page.getByRole('link', { name: 'Contacts', exact: true }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Payments', exact: true }).count(), 0, 'a manager sees no money')
  await page.goto(link)
  await heading(page, 'This link no longer works').waitFor()

  await boss.reload()
  await boss.getByRole('cell', { name: 'leo@example.org' }).waitFor()
  assert.equal(await boss.getByRole('cell', { name: 'zora@example.org' }).count(), 0, 'no longer waited for')
  await boss.getByRole('link', { name: 'Members', exact: true }).click()
  await boss.getByRole('row', { name: /Zora Neale.*Manager/ }).waitFor()
})

test('forms are built, ordered by keyboard, asked on a condition, reworded, archived and restored', async () => {
  const { page } = await visit()
  const [button, field] = [
    (name: string) => page.getByRole('button', { name, exact: true }),
    (name: string) => page.getByRole('textbox', { name, exact: true }),
  ]
  const names = () => page.locator('.form-name').allTextContents()
  const newForm = async (kind: string) => {
    await button('New question').click()
    await page.getByRole('menuitem', { name: kind, exact: true }).click()
  }
  await signIn(page, hana, '/console/settings/forms')

  await page.getByRole('heading', { name: 'No questions yet' }).waitFor()
  await assertAccessible(page, 'no forms yet')

  // A template, a second version of its text, and what changed.
  await page.getByRole('link', { name: 'Use this: Newsletter consent' }).click()
  await button('Create the question').click()
  await page.getByRole('link', { name: 'Receive our newsletter' }).waitFor()
  const consent = (await app.as(hana).get('/v1/forms/type/consent')).body.data.forms[0]
  const member = await aContact(app, hana, {
    firstname: 'Rosa',
    surname: 'Quintero',
    formdatas: [{ form_id: consent.id, form_ref_id: consent.refvalues[0].id, data: '' }],
  })
  await page.getByRole('link', { name: 'Receive our newsletter' }).click()
  await field('Text that people agree to').fill('I agree to receive two letters by post.')
  await page.getByText('Saving makes version 2').waitFor()
  await page.locator('ins').filter({ hasText: 'two letters' }).waitFor()
  await assertAccessible(page, 'a consent that is edited')
  await button('Save').click()
  const row = page.getByRole('link', { name: 'Receive our newsletter' })
  await row.waitFor()
  await page.waitForFunction(() => document.activeElement?.textContent === 'Receive our newsletter')

  // Several lines that are pasted are several choices.
  await newForm('Survey question')
  await field('Question').fill('Housing')
  await field('Choice 1').focus()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', 'Tenant\nOwner\nNo home')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  assert.equal(await field('Choice 3').inputValue(), 'No home')
  await button('Move No home up').click()
  assert.equal(await field('Choice 2').inputValue(), 'No home')
  await button('Create the question').click()
  await newForm('Survey question')
  await field('Question').fill('Monthly rent')
  await page.getByRole('combobox', { name: 'How it is answered' }).or(field('How it is answered')).first().click()
  await page.getByRole('option', { name: 'Number' }).click()
  await page.getByLabel('Question it depends on').first().click()
  await page.getByRole('option', { name: 'Housing' }).click()
  await page.getByLabel('Answers to that question').first().click()
  await page.getByRole('option', { name: 'Tenant' }).click()
  await page.keyboard.press('Escape')
  await page.getByText('Shown if “Housing” is Tenant.').waitFor()
  await page.getByText('Required at the door', { exact: true }).click()
  await assertAccessible(page, 'a condition')
  await button('Create the question').click()
  await page.getByRole('link', { name: 'Monthly rent' }).waitFor()

  await assertAccessible(page, 'the list of forms')

  // Order by keyboard: the focus stays where it was.
  await button('Move Monthly rent up').focus()
  await page.keyboard.press('Enter')
  await page.getByText('Monthly rent is now 1 of 2.').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Move Monthly rent down')
  assert.deepEqual(await names(), ['Receive our newsletter', 'Monthly rent', 'Housing'])
  await page.keyboard.press('Enter')
  await page.getByText('Monthly rent is now 2 of 2.').waitFor()

  // The page of a contact asks what the condition says, and shows who agreed to an earlier text.
  await move(page, `/contacts/${member.id}?tab=answers`)
  await page.getByText('Answered an earlier text. The current one is version 2.').waitFor()
  assert.equal(await page.getByLabel('Monthly rent').count(), 0)
  await page.getByLabel('Housing').first().click()
  await page.getByRole('option', { name: 'Tenant' }).click()
  await page.getByLabel('Monthly rent').first().waitFor()
  await button('Record again').click()
  await page.getByRole('dialog').getByText('two letters by post').waitFor()
  await page.getByRole('dialog').getByRole('textbox', { name: 'How it was obtained' }).fill('by post')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Answered an earlier text').waitFor({ state: 'detached' })
  const stored = (await app.as(hana).get(`/v1/contacts/${member.id}`)).body.formdatas
  assert.equal(stored.find(({ form_id }: { form_id: number }) => form_id === consent.id).form_version, 2)

  // Archived and restored; answers stay.
  await move(page, '/settings/forms')
  await page.getByRole('link', { name: 'Housing' }).click()
  await page.getByText('1 answer', { exact: true }).waitFor()
  await button('Archive').first().click()
  await page.getByText('it takes no new answers').waitFor()
  await page.getByRole('link', { name: 'All questions' }).click()
  assert.deepEqual(await names(), ['Receive our newsletter', 'Monthly rent'])
  await page.getByRole('switch', { name: 'Show 1 archived question' }).click()
  await page.getByRole('link', { name: 'Housing' }).click()
  await button('Restore').first().click()
  await page.getByText('it takes no new answers').waitFor({ state: 'detached' })
})

test('at the door a question waits for its condition, and a required one for an answer, also without a connection', async () => {
  const forms: { id: number; label: string }[] = (await app.as(hana).get('/v1/forms/type/survey')).body.data.forms
  const action = await anAction(app, hana, {
    name: 'Doors of the north',
    Users: [{ id: hana.id }],
    Forms: forms.map(({ id }) => ({ id })),
    Addresses: [{ housenumber: 1, street: 'Rue de Belfort', city: 'Lyon' }],
  })
  const page = await enter(hana, `/console/field/${action.id}`, { viewport: phone })
  const talked = page.getByRole('button', { name: 'Talked at 1', exact: true })
  await talked.waitFor()
  await page.context().setOffline(true)
  await talked.click()
  await page.getByText('Tenant', { exact: true }).waitFor()
  assert.equal(await page.getByLabel('Monthly rent').count(), 0)
  await page.getByText('Tenant', { exact: true }).click()
  await page.getByLabel('Monthly rent').waitFor()
  const record = page.getByRole('button', { name: 'Record the visit' })
  await page.getByText('Owner', { exact: true }).click()
  assert.equal(await page.getByLabel('Monthly rent').count(), 0)
  await page.getByText('Tenant', { exact: true }).click()
  const rent = page.getByLabel('Monthly rent')
  await page.getByLabel('Comment').fill('Kept')
  for (const [text, error] of [
    ['', 'Answer this question before you record the conversation.'],
    ['a lot', 'Enter a number, such as 12 or 3.5.'],
  ] as const) {
    await rent.fill(text)
    await record.click()
    await page.getByText(error).waitFor()
    // The wrong field is marked, described by its error, has the focus, and keeps its value.
    await rent.and(page.locator(':focus')).waitFor()
    assert.deepEqual([await rent.getAttribute('aria-invalid'), await rent.inputValue()], ['true', text])
    assert.equal(await page.getByLabel('Comment').inputValue(), 'Kept')
  }
  await assertAccessible(page, 'a visit with a wrong answer')
  await rent.fill('640')
  await record.click()
  await page.context().setOffline(false)
  await eventually(async () => {
    const { visits } = (await app.as(hana).get(`/actions/${action.id}/visits`)).body.data
    return visits[0]?.formdatas.length === 2
  })
})
