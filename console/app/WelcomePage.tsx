/** The page for visitors without a session. It loads neither Material UI nor code of other pages; welcome.css has its look. */
import { pathTo } from '../platform/api/client.ts';
import { useAnswer } from '../platform/api/use-answer.ts';
import { translateServerText } from '../platform/language/server-texts.ts';
import { SignInMethods } from '../session/SignInMethods.tsx';
import { Glyph } from '../ui/layout/glyphs.tsx';
import { Logo } from '../ui/layout/Logo.tsx';
import { messages as common } from '../ui/messages.ts';
import { useThemeSwitch } from '../ui/theme/use-theme-switch.ts';
import { messages, POINTS } from './messages.ts';

export function WelcomePage({ expired }: { expired: boolean }) {
  const { pathname, search } = window.location;
  const { dark, label, toggle } = useThemeSwitch();
  const { data: signUp } = useAnswer(pathTo('/api/sign-up'));
  return (
    <div className="plain welcome">
      <title>{common.product}</title>
      <header>
        <Logo />
        <strong>{common.product}</strong>
        <button type="button" aria-label={label} title={label} onClick={toggle}>
          <Glyph name={dark ? 'sun' : 'moon'} />
        </button>
      </header>
      <main>
        <h1>{messages.welcome}</h1>
        <p className="lead">{messages.welcomeHint}</p>
        {expired && (
          <p role="status" className="expired">
            {messages.expired}
          </p>
        )}
        <a className="main-action" href={`/api/login?returnTo=${encodeURIComponent(pathname + search)}`}>
          {messages.signIn}
        </a>
        <p>
          <SignInMethods />
          {signUp?.sentence && (
            <>
              <br />
              {translateServerText(signUp.sentence)}
            </>
          )}
        </p>
        <ul>
          {POINTS.map(([kind, title, text]) => (
            <li key={kind}>
              <Glyph name={kind} />
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}
