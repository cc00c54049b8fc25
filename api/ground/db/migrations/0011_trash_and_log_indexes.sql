-- What `searchText` does, but for space, for names whose tables keep no search text or more than the name in it.
CREATE FUNCTION normal_form(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT translate(lower(normalize(value, NFKC)),
    'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶヽヾ',
    'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖゝゞ')
$$;--> statement-breakpoint
DROP INDEX "audit_log_entity_idx";--> statement-breakpoint
DROP INDEX "audit_log_actor_idx";--> statement-breakpoint
DROP INDEX "audit_log_action_idx";--> statement-breakpoint
DROP INDEX "classes_deleted_idx";--> statement-breakpoint
DROP INDEX "community_posts_waiting_idx";--> statement-breakpoint
DROP INDEX "profiles_deleted_idx";--> statement-breakpoint
DROP INDEX "users_invited_by_idx";--> statement-breakpoint
CREATE INDEX "audit_log_row_idx" ON "audit_log" USING btree ("entity_id","at","id");--> statement-breakpoint
CREATE INDEX "classes_trash_idx" ON "classes" USING gin (normal_form("class_name") gin_trgm_ops,short_pieces(normal_form("class_name"))) WHERE "classes"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "contents_trash_idx" ON "contents" USING gin (normal_form("name") gin_trgm_ops,short_pieces(normal_form("name"))) WHERE "contents"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "push_and_listen_items_trash_idx" ON "push_and_listen_items" USING gin (normal_form("name") gin_trgm_ops,short_pieces(normal_form("name"))) WHERE "push_and_listen_items"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "profiles_trash_idx" ON "profiles" USING gin (normal_form("name") gin_trgm_ops,short_pieces(normal_form("name"))) WHERE "profiles"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "lessons_trash_idx" ON "lessons" USING gin (normal_form("name") gin_trgm_ops,short_pieces(normal_form("name"))) WHERE "lessons"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "textbooks_trash_idx" ON "textbooks" USING gin (normal_form("name") gin_trgm_ops,short_pieces(normal_form("name"))) WHERE "textbooks"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "users_trash_idx" ON "users" USING gin (normal_form("first_name" || ' ' || "last_name") gin_trgm_ops,short_pieces(normal_form("first_name" || ' ' || "last_name"))) WHERE "users"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "audit_log_entity_idx" ON "audit_log" USING btree ("entity","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor_idx" ON "audit_log" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_action_idx" ON "audit_log" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "classes_deleted_idx" ON "classes" USING btree ("deleted_at","id") WHERE "classes"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "community_posts_waiting_idx" ON "community_posts" USING btree ("created_at","id","profile_id","class_id") WHERE "community_posts"."state" = 'pending' and "community_posts"."deleted_at" is null and "community_posts"."media_id" is not null;--> statement-breakpoint
CREATE INDEX "profiles_deleted_idx" ON "profiles" USING btree ("deleted_at","id") WHERE "profiles"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "users_invited_by_idx" ON "users" USING btree ("invited_by_id","id");