import '@mantine/core/styles.css'
import '@mantine/dates/styles.css'
import '@mantine/notifications/styles.css'
import './console.css'
import './print.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { meQuery, queries } from './api.ts'
import { ErrorPage } from './components/ErrorPage.tsx'
import { printLight } from './components/print_light.ts'
import { openOffline } from './field/visits/offline/open.ts'
import { router } from './router.tsx'
import { accessToken, finishSignIn, passAnswerOn, signIn } from './session.ts'
import { RecentSignInDialog } from './shell/RecentSignInDialog.tsx'
import { SignedInWindow } from './shell/SignedInWindow.tsx'
import { theme, variables } from './theme.ts'
import { startTranslations } from './translations/index.ts'

const nonce = document.querySelector<HTMLMetaElement>('meta[name=nonce]')?.content ?? ''
// For styles that libraries add at run time.
setNonce(nonce)
const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
const root = createRoot(element)

function show(content: React.ReactNode) {
  root.render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={variables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        {content}
      </MantineProvider>
    </StrictMode>,
  )
}

async function start() {
  const returning = location.pathname === '/console/callback'
  if (returning && passAnswerOn()) return show(<SignedInWindow />)
  if (returning) history.replaceState(null, '', await finishSignIn())
  if (!accessToken() && !(await openOffline(returning))) await signIn()
  await queries.ensureQueryData(meQuery)
  show(
    <QueryClientProvider client={queries}>
      <Notifications position="bottom-left" limit={1} notificationMaxHeight={600} />
      <RouterProvider router={router} />
      <RecentSignInDialog />
    </QueryClientProvider>,
  )
  // Visits recorded offline are sent as soon as possible, on every page.
  void import('./field/visits/offline/send.ts').then(({ startSending }) => startSending())
}

printLight()
await startTranslations()
start().catch(error => show(<ErrorPage error={error} />))
