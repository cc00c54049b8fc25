-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "classes_changes_idx" ON "classes" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "textbooks_changes_idx" ON "textbooks" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users_changes_idx" ON "users" USING btree ("updated_at","id");