-- outside a transaction
CREATE TABLE IF NOT EXISTS "provider_identities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provider_identities_subject_unique" UNIQUE("provider_id","subject"),
	CONSTRAINT "provider_identities_user_unique" UNIQUE("provider_id","user_id"),
	CONSTRAINT "provider_identities_subject_length" CHECK (char_length("provider_identities"."subject") between 1 and 255)
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "provider_logins" (
	"hash" text PRIMARY KEY NOT NULL,
	"provider_id" uuid NOT NULL,
	"nonce" text NOT NULL,
	"code_verifier" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "provider_logins_hash_length" CHECK (char_length("provider_logins"."hash") between 64 and 64),
	CONSTRAINT "provider_logins_nonce_length" CHECK (char_length("provider_logins"."nonce") between 1 and 200),
	CONSTRAINT "provider_logins_code_verifier_length" CHECK (char_length("provider_logins"."code_verifier") between 1 and 200)
);--> statement-breakpoint
CREATE TABLE IF NOT EXISTS "sign_in_providers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"school_id" uuid NOT NULL,
	"name" text NOT NULL,
	"issuer" text NOT NULL,
	"client_id" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"domains" text[] NOT NULL,
	"roles" text[] NOT NULL,
	"creates_teachers" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_by_id" uuid,
	CONSTRAINT "sign_in_providers_name_length" CHECK (char_length("sign_in_providers"."name") between 1 and 100),
	CONSTRAINT "sign_in_providers_issuer_length" CHECK (char_length("sign_in_providers"."issuer") between 1 and 500),
	CONSTRAINT "sign_in_providers_client_id_length" CHECK (char_length("sign_in_providers"."client_id") between 1 and 500),
	CONSTRAINT "sign_in_providers_sealed_secret_length" CHECK (char_length("sign_in_providers"."sealed_secret") between 1 and 12000),
	CONSTRAINT "sign_in_providers_domains_count" CHECK (cardinality("sign_in_providers"."domains") between 1 and 20),
	CONSTRAINT "sign_in_providers_roles_known" CHECK (cardinality("sign_in_providers"."roles") > 0 and "sign_in_providers"."roles" <@ array['SchoolOwner', 'Teacher'])
);--> statement-breakpoint
ALTER TABLE "provider_identities" DROP CONSTRAINT IF EXISTS "provider_identities_provider_id_sign_in_providers_id_fk";--> statement-breakpoint
ALTER TABLE "provider_identities" ADD CONSTRAINT "provider_identities_provider_id_sign_in_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."sign_in_providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_identities" DROP CONSTRAINT IF EXISTS "provider_identities_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "provider_identities" ADD CONSTRAINT "provider_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_logins" DROP CONSTRAINT IF EXISTS "provider_logins_provider_id_sign_in_providers_id_fk";--> statement-breakpoint
ALTER TABLE "provider_logins" ADD CONSTRAINT "provider_logins_provider_id_sign_in_providers_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."sign_in_providers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_providers" DROP CONSTRAINT IF EXISTS "sign_in_providers_school_id_schools_id_fk";--> statement-breakpoint
ALTER TABLE "sign_in_providers" ADD CONSTRAINT "sign_in_providers_school_id_schools_id_fk" FOREIGN KEY ("school_id") REFERENCES "public"."schools"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_providers" DROP CONSTRAINT IF EXISTS "sign_in_providers_updated_by_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "sign_in_providers" ADD CONSTRAINT "sign_in_providers_updated_by_id_users_id_fk" FOREIGN KEY ("updated_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "provider_identities_user_idx" ON "provider_identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "provider_logins_provider_idx" ON "provider_logins" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "provider_logins_expires_idx" ON "provider_logins" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sign_in_providers_school_idx" ON "sign_in_providers" USING btree ("school_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sign_in_providers_domains_idx" ON "sign_in_providers" USING gin ("domains");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sign_in_providers_updated_by_idx" ON "sign_in_providers" USING btree ("updated_by_id") WHERE "sign_in_providers"."updated_by_id" is not null;
