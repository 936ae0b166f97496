import AzureB2C from '@auth/core/providers/azure-ad-b2c';
import BoxyHQ from '@auth/core/providers/boxyhq-saml';
import Discord from '@auth/core/providers/discord';
import GitHub from '@auth/core/providers/github';
import Keycloak from '@auth/core/providers/keycloak';
import Loops from '@auth/core/providers/loops';
import Mailgun from '@auth/core/providers/mailgun';
import Mastodon from '@auth/core/providers/mastodon';
import Mattermost from '@auth/core/providers/mattermost';
import NetSuite from '@auth/core/providers/netsuite';
import Nextcloud from '@auth/core/providers/nextcloud';
import Nodemailer from '@auth/core/providers/nodemailer';
import Osso from '@auth/core/providers/osso';
import Resend from '@auth/core/providers/resend';
import Todoist from '@auth/core/providers/todoist';
import WeChat from '@auth/core/providers/wechat';
import { describe, expect, test } from 'vitest';
import { environment } from '../environment.js';
import { unfinished } from './check.js';
import { resolveProviders } from './index.js';

type Options = Record<string, unknown>;
type Make = (options: Options) => unknown;
const as = <T>(value: unknown) => value as T;

function missing(listed: unknown, variables: Record<string, string> = {}): string | null {
	const [provider] = resolveProviders([listed as never], environment(variables));
	return unfinished(provider as never);
}

const client = { clientId: 'id', clientSecret: 'secret' };
const variablesOf = (id: string) => ({ [`AUTH_${id}_ID`]: 'id', [`AUTH_${id}_SECRET`]: 'secret' });

describe('what a provider lacks, by the variable to set', () => {
	test.each<[string, unknown, Record<string, string>, string]>([
		['no id', GitHub, {}, '"github" has no client id. Set AUTH_GITHUB_ID'],
		['no secret', GitHub, { AUTH_GITHUB_ID: 'id' }, '"github" has no client secret. Set AUTH_GITHUB_SECRET'],
		['no issuer', Keycloak, variablesOf('KEYCLOAK'), 'Set AUTH_KEYCLOAK_ISSUER'],
		...[BoxyHQ, Mastodon, Mattermost, Nextcloud, Osso].map(
			(bare): [string, unknown, Record<string, string>, string] => {
				const { id } = as<Make>(bare)({}) as { id: string };
				const prefix = id.toUpperCase().replace('-', '_');
				return [
					`no issuer of ${id}`,
					bare,
					variablesOf(prefix),
					`"${id}" has no issuer. Set AUTH_${prefix}_ISSUER`,
				];
			},
		),
		[
			'no issuer of a second one',
			(options: Options) => as<Make>(Mastodon)({ ...options, id: 'fedi-2' }),
			variablesOf('FEDI_2'),
			'"fedi-2" has no issuer. Set AUTH_FEDI_2_ISSUER',
		],
		[
			'an issuer that comes too late for a called one',
			as<Make>(Mastodon)(client),
			{ AUTH_MASTODON_ISSUER: 'https://m.example' },
			'"mastodon" was called without its issuer. Pass `issuer` in the call',
		],
		[
			'an issuer that a function does not hand on',
			(options: Options) => as<Make>(Mastodon)({ clientId: options.clientId, clientSecret: 'x' }),
			{ AUTH_MASTODON_ID: 'id', AUTH_MASTODON_ISSUER: 'https://m.example' },
			'Pass `issuer` in the call',
		],
		[
			'an issuer without a scheme',
			Keycloak,
			{ ...variablesOf('KEYCLOAK'), AUTH_KEYCLOAK_ISSUER: 'id.example/realms/x' },
			'Set AUTH_KEYCLOAK_ISSUER to one that begins with https://',
		],
		[
			'an issuer with a gap',
			AzureB2C,
			{ ...variablesOf('AZURE_AD_B2C'), AUTH_AZURE_AD_B2C_ISSUER: 'https://undefined.b2clogin.com/x/v2.0/' },
			'has an issuer that is no whole URL',
		],
		[
			'an issuer without a scheme, in the URLs of a bare one',
			Mastodon,
			{ ...variablesOf('MASTODON'), AUTH_MASTODON_ISSUER: 'm.example' },
			'Set AUTH_MASTODON_ISSUER to one that begins with https://',
		],
		['NetSuite, bare', NetSuite, variablesOf('NETSUITE'), 'for example from AUTH_NETSUITE_ACCOUNT_ID'],
		[
			'NetSuite without an account',
			(options: Options) => as<Make>(NetSuite)({ ...options, accountID: '' }),
			variablesOf('NETSUITE'),
			'for example from AUTH_NETSUITE_ACCOUNT_ID',
		],
		[
			'NetSuite without userinfo',
			(options: Options) => as<Make>(NetSuite)({ ...options, accountID: '1', userinfo: '' }),
			variablesOf('NETSUITE'),
			'for example from AUTH_NETSUITE_USERINFO',
		],
		[
			'a host with a gap',
			as<Make>(GitHub)({ ...client, token: 'https://.example.com/token' }),
			{},
			'no whole URL for its token (https://.example.com/token)',
		],
		[
			'a path with a gap',
			as<Make>(GitHub)({ ...client, authorization: 'https://id.example/undefined/authorize' }),
			{},
			'no whole URL for its authorization',
		],
		[
			'WeChat that was called before its id was known',
			as<Make>(WeChat)({ platformType: 'WebsiteApp' }),
			variablesOf('WECHAT'),
			'was called before its `appid` was known',
		],
		['no profile', as<Make>(GitHub)({ ...client, userinfo: '' }), {}, 'has no `userinfo`'],
		['Nodemailer, bare', Nodemailer, {}, '"nodemailer" has no server. Set AUTH_NODEMAILER_SERVER'],
		[
			'a second Nodemailer',
			(options: Options) => as<Make>(Nodemailer)({ ...options, id: 'news-mail' }),
			{ AUTH_NODEMAILER_SERVER: 'smtp://127.0.0.1' },
			'Set AUTH_NEWS_MAIL_SERVER',
		],
		['Resend, bare', Resend, {}, 'Set AUTH_RESEND_KEY'],
		['Resend, called', as<Make>(Resend)({ from: 'a@b.example' }), {}, 'Set AUTH_RESEND_KEY'],
		['Loops', Loops, { AUTH_LOOPS_KEY: 'key' }, 'for example from AUTH_LOOPS_TRANSACTIONAL_ID'],
		['Mailgun', Mailgun, { AUTH_MAILGUN_KEY: 'key' }, 'Set AUTH_MAILGUN_FROM'],
		[
			'Mailgun with a name before its address',
			Mailgun,
			{ AUTH_MAILGUN_KEY: 'key', AUTH_MAILGUN_FROM: 'App <app@b.example>' },
			'a bare address only. Set AUTH_MAILGUN_FROM',
		],
	])('%s', (_, listed, variables, told) => {
		expect(missing(listed, variables)).toContain(told);
	});
});

describe('what lacks nothing', () => {
	test.each<[string, unknown, Record<string, string>]>([
		[
			'a public client',
			as<Make>(GitHub)({ clientId: 'x', client: { token_endpoint_auth_method: 'none' } }),
			{},
		],
		['an empty secret in so many words', as<Make>(GitHub)({ clientId: 'x', clientSecret: '' }), {}],
		['parameters alone', as<Make>(Discord)({ ...client, authorization: { params: { scope: 'x' } } }), {}],
		['a userinfo that asks in its own way', as<Make>(Todoist)(client), {}],
		[
			'WeChat whose parameter is given',
			as<Make>(WeChat)({ authorization: { params: { appid: 'id' } }, clientSecret: 'x' }),
			variablesOf('WECHAT'),
		],
		[
			'a URL that is an object',
			as<Make>(GitHub)({ ...client, token: { url: new URL('https://a.example/t') } }),
			{},
		],
		['a server with a port', as<Make>(Mastodon)({ ...client, issuer: 'http://127.0.0.1:9' }), {}],
		['a name with a dot at its end', as<Make>(Mastodon)({ ...client, issuer: 'https://m.example.' }), {}],
		['a mailer with a way of its own', as<Make>(Resend)({ sendVerificationRequest() {} }), {}],
		[
			'an e-mail provider of the application with a well-known id',
			{ id: 'resend', name: 'Mine', type: 'email', options: {}, sendVerificationRequest() {} },
			{},
		],
		[
			'Loops with a key from the environment',
			as<Make>(Loops)({ transactionalId: 'x' }),
			{ AUTH_LOOPS_KEY: 'key' },
		],
	])('%s', (_, listed, variables) => {
		expect(missing(listed, variables)).toBeNull();
	});
});
