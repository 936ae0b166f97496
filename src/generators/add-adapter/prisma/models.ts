import type { WantedModel } from '../../../edits/schema/prisma.ts';
import type { MoreTables } from '../tables.ts';

/**
 * The models of Auth.js: https://authjs.dev/getting-started/adapters/prisma
 * @param more what accounts keep, behind them.
 */
export const modelsFor = (provider: string | undefined, more?: MoreTables): WantedModel[] => {
	// A text of MySQL ends at 191 characters, and tokens are longer.
	const long = provider === 'mysql' ? '  @db.Text' : provider === 'sqlserver' ? '  @db.NVarChar(Max)' : '';
	return [...texts(`?${long}`), ...(more ? accountTexts(long, more) : [])].map((text) => ({
		name: /^model (\w+)/.exec(text)?.[1] ?? '',
		fields: [...text.matchAll(/^ {2}(\w+) /gm)].map(([, field]) => field as string),
		text,
	}));
};

/** Without relations: those would have to stand in the models of people and sessions as well, and nobody's is changed. */
const accountTexts = (long: string, { accounts, limits }: MoreTables): string[] => [
	...(accounts
		? [
				`model Password {
  userId    String   @id
  hash      String${long}
  changedAt DateTime
}
`,
				`model SessionDetail {
  sessionToken String   @id
  createdAt    DateTime
  label        String
  provider     String
  idToken      String?${long}
}
`,
			]
		: []),
	...(limits
		? [
				`model RateLimit {
  key    String   @id
  points Int
  until  DateTime
}
`,
			]
		: []),
];

const texts = (long: string): string[] => [
	`model User {
  id             String          @id @default(cuid())
  name           String?
  email          String?         @unique
  emailVerified  DateTime?
  image          String?
  accounts       Account[]
  sessions       Session[]
  authenticators Authenticator[]
}
`,
	`model Account {
  userId            String
  type              String
  provider          String
  providerAccountId String
  refresh_token     String${long}
  access_token      String${long}
  expires_at        Int?
  token_type        String?
  scope             String?
  id_token          String${long}
  session_state     String?
  user              User    @relation(fields: [userId], references: [id], onDelete: Cascade)

  @@id([provider, providerAccountId])
}
`,
	`model Session {
  sessionToken String   @unique
  userId       String
  expires      DateTime
  user         User     @relation(fields: [userId], references: [id], onDelete: Cascade)
}
`,
	`model VerificationToken {
  identifier String
  token      String
  expires    DateTime

  @@id([identifier, token])
}
`,
	`model Authenticator {
  credentialID         String  @unique
  userId               String
  providerAccountId    String
  credentialPublicKey  String
  counter              Int
  credentialDeviceType String
  credentialBackedUp   Boolean
  transports           String?
  user                 User    @relation(fields: [userId], references: [id], onDelete: Cascade)

  @@id([userId, credentialID])
}
`,
];
