import { useSession } from '../../../api/session.js';
import { Facts, Section } from '../../../components/page.js';
import { SingleAnswer } from '../../../components/single-answer.js';
import { FullMoment } from '../../../time/moment.js';
import { sourceWords } from '../operators/operator-words.js';
import { ChangePassword } from './change-password.js';
import { OwnSessions } from './own-sessions.js';

/** Who is signed in, with what, and where else. */
export const AccountSettings = () => (
  <SingleAnswer query={useSession()}>
    {(session) => (
      <>
        <Section title="Account">
          <Facts
            facts={{
              Name: <bdi>{session.username}</bdi>,
              Role: session.role,
              May: session.permissions.join(', '),
              Queues: <bdi className="stranger">{session.queues.join(', ')}</bdi>,
              'Signs in with': sourceWords[session.source],
              'Signed out at': <FullMoment at={session.expiresAt} />,
            }}
          />
        </Section>
        <Section title="Password">
          {session.source === 'local' ? (
            <ChangePassword />
          ) : (
            <p className="section-text">You sign in with OpenID Connect: your password is not kept here.</p>
          )}
        </Section>
        <OwnSessions />
      </>
    )}
  </SingleAnswer>
);
