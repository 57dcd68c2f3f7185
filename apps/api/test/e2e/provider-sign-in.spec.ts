import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { AuditEntry, Operator, Page, Problem } from '@spool/contracts';
import type { Browser, Page as BrowserPage } from 'playwright-core';
import { enterCredentials, openConsole, signOut, startBrowser } from '../support/console.js';
import { FrontDoor } from '../support/front-door.js';
import { TestIdentityProvider } from '../support/identity-provider.js';
import { signInAdmin } from '../support/operators.js';
import { adminPassword, startSpool, type TestSpool } from '../support/spool.js';

jest.setTimeout(120_000);

let browser: Browser;
let door: FrontDoor;
let provider: TestIdentityProvider;
let spool: TestSpool;

beforeAll(async () => {
  browser = await startBrowser();
  door = await FrontDoor.open();
  provider = await TestIdentityProvider.start({
    redirectUri: `${door.url}/sign-in/answer`,
    claimsIn: 'id-token',
  });
  spool = await startSpool({ environment: { SPOOL_PUBLIC_URL: door.url, ...provider.environment } });
});

beforeEach(() => {
  door.leadTo(() => spool.url);
  provider.publishOwnKeys();
  provider.accounts.set('7', { name: 'ann', groups: ['on-call'] });
});

afterEach(() => Promise.all(browser.contexts().map((context) => context.close())));

afterAll(async () => {
  await browser.close();
  await spool.close();
  await provider.goAway();
  await door.close();
});

const alert = (page: BrowserPage, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

/** As far as the provider's own page. */
const goToProvider = async (path = '/'): Promise<BrowserPage> => {
  const { page } = await openConsole(browser, `${door.url}${path}`);
  await page.getByRole('button', { name: 'Sign in with Example Login' }).click();
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
  return page;
};

const continueAs = async (page: BrowserPage, subject: string): Promise<void> => {
  await page.getByLabel('Account').fill(subject);
  await page.getByRole('button', { name: 'Continue' }).click();
};

const signInAs = async (subject: string, path?: string): Promise<BrowserPage> => {
  const page = await goToProvider(path);
  await continueAs(page, subject);
  return page;
};

const untilSignedInAs = async (page: BrowserPage, name: string, role: string): Promise<void> => {
  await page.getByRole('button', { name: `${name} Account and display` }).click();
  await page.getByText(`Signed in as ${role}`, { exact: true }).waitFor();
};

/** Out of Spool, and out of the provider, which asks. */
const signOutEverywhere = async (page: BrowserPage): Promise<void> => {
  await page.keyboard.press('Escape');
  await signOut(page);
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await page.getByRole('heading', { name: 'Sign in to Spool' }).waitFor();
};

/** The address with the provider's answer, which the page could not pass on yet. */
const holdAnswer = async (page: BrowserPage): Promise<URL> => {
  await page.route('**/v1/session/provider/answer', (route) => route.abort(), { times: 1 });
  await continueAs(page, '7');
  await page.getByRole('alert').waitFor();
  return new URL(page.url());
};

describe('Signing in at the identity provider', () => {
  it.each([
    ['watchers', 'viewer'],
    ['on-call', 'operator'],
    ['owners', 'admin'],
  ])('gives members of %s the role %s, and leads to the page that was asked for', async (group, role) => {
    provider.accounts.set('7', { name: 'ann', groups: ['everybody', group] });

    const page = await signInAs('7', '/dlq?queue=orders');

    await page.getByRole('heading', { name: 'Dead letter queue' }).waitFor();
    expect(new URL(page.url()).search).toBe('?queue=orders');
    await untilSignedInAs(page, 'ann', role);
  });

  it('takes the role anew each time, and nobody in who has lost every group', async () => {
    const page = await signInAs('7');
    await untilSignedInAs(page, 'ann', 'operator');
    await signOutEverywhere(page);

    provider.accounts.set('7', { name: 'ann', groups: ['everybody'] });
    await page.getByRole('button', { name: 'Sign in with Example Login' }).click();
    await continueAs(page, '7');

    await alert(
      page,
      'You are known at Example Login as ann, but none of your groups has a role here.',
    ).waitFor();
  });

  it('ends with being barred, and cannot begin then', async () => {
    const page = await signInAs('7');
    await untilSignedInAs(page, 'ann', 'operator');
    const { body } = await spool.call<Page<Operator>>('GET', '/v1/operators');
    const ann = body.items.find(({ username }) => username === 'ann');
    expect(ann).toMatchObject({ source: 'oidc', role: 'operator', queues: ['*'], enabled: true });

    await spool.call('PATCH', `/v1/operators/${ann?.id}`, { enabled: false });

    await page.goto(`${door.url}/tasks`);
    await page.getByRole('button', { name: 'Sign in with Example Login' }).click();
    await alert(page, 'You are known at Example Login as ann, but are barred here.').waitFor();
    await spool.call('PATCH', `/v1/operators/${ann?.id}`, { enabled: true });
  });

  it('makes nobody of the local operator whose name somebody has at the provider', async () => {
    provider.accounts.set('admin', { name: 'admin', groups: ['watchers'] });

    const page = await signInAs('admin');

    await page.getByRole('button', { name: /^admin#[0-9a-f]{8} Account and display$/ }).click();
    await page.getByText('Signed in as viewer', { exact: true }).waitFor();
  });

  it('is noted in the audit log, whether it begins a session or is refused', async () => {
    provider.accounts.set('9', { name: 'cid', groups: ['watchers'] });
    const page = await signInAs('9');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    provider.accounts.set('9', { name: 'cid', groups: [] });
    await page.goto(`${door.url}/sign-in`);
    await page.getByRole('button', { name: 'Sign in with Example Login' }).click();
    await alert(page, 'none of your groups has a role here').waitFor();

    const { body } = await spool.call<Page<AuditEntry>>('GET', '/v1/audit?actor=operator:cid');

    expect(body.items.map(({ action, after }) => [action, after])).toEqual([
      ['session.refuse', null],
      ['session.begin', null],
      ['operator.create', { username: 'cid', role: 'viewer' }],
    ]);
    await page.goto(`${door.url}/tasks`);
    await page.getByRole('heading', { name: 'Sign in to Spool' }).waitFor();
  });

  it('begins a new session each time', async () => {
    const tokenOf = async (page: BrowserPage) =>
      (await page.context().cookies()).find(({ name }) => name === '__Host-spool-session');
    const page = await signInAs('7');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const first = await tokenOf(page);

    await page.goto(`${door.url}/sign-in`);
    await page.getByRole('button', { name: 'Sign in with Example Login' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();

    const second = await tokenOf(page);
    expect(second).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict' });
    expect(second?.value).not.toBe(first?.value);
  });

  it('says what the provider says when it is cancelled there', async () => {
    const page = await goToProvider();

    await page.getByRole('button', { name: 'Cancel' }).click();

    await alert(page, 'The sign-in was cancelled or refused at Example Login.').waitFor();
  });

  it('takes an answer once', async () => {
    const page = await goToProvider();
    const answer = await holdAnswer(page);
    await page.goto(answer.href);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();

    await page.goto(answer.href);

    await alert(page, 'This sign-in took too long or was used already: begin again.').waitFor();
  });

  it('takes an answer from the browser alone that has begun', async () => {
    const answer = await holdAnswer(await goToProvider());

    const { page } = await openConsole(browser, answer.href);

    await alert(page, 'This sign-in took too long or was used already: begin again.').waitFor();
  });

  it('refuses an answer with another state', async () => {
    const page = await goToProvider();
    const answer = await holdAnswer(page);
    answer.searchParams.set('state', 'another');

    await page.goto(answer.href);

    await alert(page, 'The answer of Example Login could not be trusted: begin again.').waitFor();
  });

  it('refuses a token that another key has signed', async () => {
    const page = await goToProvider();
    provider.publishForeignKeys();

    await continueAs(page, '7');

    await alert(page, 'The answer of Example Login could not be trusted: begin again.').waitFor();
  });

  it('refuses an answer that came too late', async () => {
    const page = await goToProvider();
    await spool.database.write((sql) =>
      sql.change('UPDATE provider_sign_ins SET expires_at = NOW(3) - INTERVAL 1 SECOND'),
    );

    await continueAs(page, '7');

    await alert(page, 'This sign-in took too long or was used already: begin again.').waitFor();
  });

  it('may begin on one replica and end on another', async () => {
    const sibling = await spool.startSibling();
    door.leadTo((path) => (path === '/v1/session/provider/answer' ? sibling.url : spool.url));

    const page = await signInAs('7');

    await untilSignedInAs(page, 'ann', 'operator');
    await sibling.close();
  });
});

describe('A provider that does not answer', () => {
  beforeEach(() => provider.goAway());
  afterEach(() => provider.comeBack());

  it('keeps no replica from starting, and nobody from signing in with a password', async () => {
    const sibling = await spool.startSibling();
    door.leadTo(() => sibling.url);
    const { page } = await openConsole(browser, `${door.url}/sign-in`);

    await page.getByRole('button', { name: 'Sign in with Example Login' }).click();
    await alert(page, 'Example Login does not answer: try again later.').waitFor();
    await enterCredentials(page, 'admin', adminPassword);

    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await sibling.close();
  });

  it('is told of also when it goes away in between', async () => {
    await provider.comeBack();
    const page = await goToProvider();
    const answer = await holdAnswer(page);
    await provider.goAway();

    await page.goto(answer.href);

    await alert(page, 'Example Login does not answer: try again later.').waitFor();
  });
});

describe('Signing out', () => {
  it('leads to the provider, which asks anew who it is the next time', async () => {
    const page = await signInAs('7', '/tasks');
    await untilSignedInAs(page, 'ann', 'operator');

    await signOutEverywhere(page);

    expect(page.url()).toBe(`${door.url}/sign-in`);
    await page.getByRole('button', { name: 'Sign in with Example Login' }).click();
    await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
  });

  it('ends the session before it leads away', async () => {
    const page = await signInAs('7');
    await untilSignedInAs(page, 'ann', 'operator');
    await page.keyboard.press('Escape');

    await signOut(page);

    await page.getByRole('button', { name: 'Yes, sign me out' }).waitFor();
    await page.goto(`${door.url}/tasks`);
    await page.getByRole('heading', { name: 'Sign in to Spool' }).waitFor();
  });

  it('works while the provider does not answer', async () => {
    const page = await signInAs('7');
    await untilSignedInAs(page, 'ann', 'operator');
    await page.keyboard.press('Escape');
    await provider.goAway();

    await signOut(page);

    await page.getByRole('heading', { name: 'Sign in to Spool' }).waitFor();
    await provider.comeBack();
  });

  it('leads a local operator nowhere', async () => {
    const { call } = await signInAdmin(spool);
    const { status, body, headers } = await call('POST', '/v1/session/provider/end');
    expect([status, body]).toEqual([200, { address: null }]);
    expect(headers.get('set-cookie')).toContain('__Host-spool-session=; Max-Age=0');
    expect((await call('GET', '/v1/session')).status).toBe(401);
  });
});

describe('Where passwords and the sign-out at the provider are switched off', () => {
  it('only the provider’s operators get in, also when it tells groups only when it is asked', async () => {
    const asked = await TestIdentityProvider.start({
      redirectUri: `${door.url}/sign-in/answer`,
      claimsIn: 'userinfo',
    });
    asked.accounts.set('8', { name: 'bob', groups: ['watchers'] });
    const environment = {
      SPOOL_PUBLIC_URL: door.url,
      SPOOL_LOCAL_SIGN_IN: 'off',
      SPOOL_OIDC_SIGN_OUT: 'off',
      ...asked.environment,
    };
    const closed = await startSpool({ environment });
    door.leadTo(() => closed.url);

    const page = await signInAs('8');
    await untilSignedInAs(page, 'bob', 'viewer');
    await page.keyboard.press('Escape');
    await signOut(page);
    await page.getByRole('heading', { name: 'Sign in to Spool' }).waitFor();

    expect(await page.getByLabel('Password').count()).toBe(0);
    const credentials = { username: 'admin', password: adminPassword };
    const { status, body } = await closed.callAnonymously<Problem>('POST', '/v1/session', credentials);
    expect([status, body.detail]).toEqual([403, expect.stringContaining('SPOOL_LOCAL_SIGN_IN')]);
    await closed.close();
    await asked.goAway();
  });
});

describe('Beginning', () => {
  it('is refused to other sites, and leads nowhere but into the console', async () => {
    const begin = (body: unknown, origin = door.url) =>
      spool.callAnonymously('POST', '/v1/session/provider', body, { origin });

    expect((await begin({}, 'https://evil.example')).status).toBe(403);
    expect((await begin({ from: '//evil.example' })).status).toBe(400);
    expect((await begin({ from: 'https://evil.example' })).status).toBe(400);
    const { status, headers } = await begin({ from: '/tasks' });
    expect(status).toBe(200);
    expect(headers.get('set-cookie')).toMatch(
      /^__Host-spool-sign-in=[\w-]{43}; Max-Age=600; Path=\/; Secure; HttpOnly; SameSite=Strict$/,
    );
  });

  it('is slowed down at an address that begins a hundred times', async () => {
    const begin = () => spool.callAnonymously('POST', '/v1/session/provider', {});
    const answers = await Promise.all(Array.from({ length: 101 }, begin));
    expect(answers.map(({ status }) => status)).toContain(429);
  });
});
