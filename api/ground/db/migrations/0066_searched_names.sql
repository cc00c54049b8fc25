-- outside a transaction
DROP INDEX IF EXISTS "profiles_trash_idx";--> statement-breakpoint
DROP INDEX IF EXISTS "profiles_name_idx";--> statement-breakpoint
DROP INDEX IF EXISTS "users_trash_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "profiles_trash_idx" ON "profiles" USING gin (normal_form(translate("name", U&' \3000', '') || ' ' || translate("reading", U&' \3000', '')) gin_trgm_ops,short_pieces(normal_form(translate("name", U&' \3000', '') || ' ' || translate("reading", U&' \3000', '')))) WHERE "profiles"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "profiles_name_idx" ON "profiles" USING gin (normal_form(translate("name", U&' \3000', '') || ' ' || translate("reading", U&' \3000', '')) gin_trgm_ops,short_pieces(normal_form(translate("name", U&' \3000', '') || ' ' || translate("reading", U&' \3000', ''))));--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_trash_idx" ON "users" USING gin (normal_form("first_name" || ' ' || "last_name" || "first_name") gin_trgm_ops,short_pieces(normal_form("first_name" || ' ' || "last_name" || "first_name"))) WHERE "users"."deleted_at" is not null;